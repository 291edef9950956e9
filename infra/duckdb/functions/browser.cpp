#include <array>
#include <string>
#include <utility>

#include "infra/duckdb/functions/register.hpp"

// Which browser sent a request, by its User-Agent header.
namespace infra::duckdb::functions {
namespace {

/// Browsers by a mark in their header. Most of them also claim to be Chrome and Safari, so these come last.
constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kMarks{{
    {"Edg/", "Edge"},           {"EdgA/", "Edge"},     {"EdgiOS/", "Edge"},           {"Edge/", "Edge"},
    {"OPR/", "Opera"},          {"OPiOS/", "Opera"},   {"Opera", "Opera"},            {"SamsungBrowser/", "Samsung Internet"},
    {"Vivaldi/", "Vivaldi"},    {"YaBrowser/", "Yandex"}, {"UCBrowser/", "UC Browser"}, {"DuckDuckGo/", "DuckDuckGo"},
    {"Firefox/", "Firefox"},    {"FxiOS/", "Firefox"}, {"MSIE ", "Internet Explorer"}, {"Trident/", "Internet Explorer"},
    {"Chromium/", "Chromium"},  {"CriOS/", "Chrome"},  {"Chrome/", "Chrome"},         {"Safari/", "Safari"},
}};

/// Null when it is no browser that we know.
bool detect_browser(std::string& result, std::string_view user_agent) {
    for (const auto& [mark, browser] : kMarks) {
        if (user_agent.find(mark) == std::string_view::npos) continue;
        result = browser;
        return true;
    }
    return false;
}

}  // namespace

void register_browser_functions(Registry& registry) { registry.add("opalite_detect_browser", &detect_browser); }

}  // namespace infra::duckdb::functions
