#pragma once

#include <vector>

#include "gateway/http/router.hpp"
#include "gateway/http/static_files.hpp"

namespace gateway::console {

/// The console's pages and what they load, as Vite has built them; part of the binary.
const std::vector<http::StaticFile>& embedded_files();

/// The routes of the console on API hosts: its files, and the addresses of its pages, which all give index.html, for the script
/// finds out what to show. `/` is a page for browsers only: programs get 404 there.
std::vector<http::Route> console_routes();

}  // namespace gateway::console
