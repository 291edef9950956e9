#include "infra/cli/client_options.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <toml++/toml.h>
#include <unistd.h>

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;

}  // namespace

std::vector<OptionSpec> client_option_specs(ClientOptions& options) {
    const auto set_url = [&options](const std::string& value) -> std::string {
        if (!value.starts_with("http://") && !value.starts_with("https://")) {
            return "expected http://HOST:PORT or https://HOST:PORT, got: " + value;
        }
        options.url = value.ends_with('/') ? value.substr(0, value.size() - 1) : value;
        return {};
    };
    return {
        {"url", "URL", "the service; default: where you logged in last, else http://127.0.0.1:8080", set_url},
        {"ca", "FILE", "PEM file of the authority that signed the service's certificate (DIR/tls/ca.pem)", keep_text(options.ca)},
        {"tenant", "ID", "customer id; default: the one you logged in to", keep_text(options.tenant)},
    };
}

std::vector<OptionSpec> caller_option_specs(ClientOptions& options) {
    auto all = client_option_specs(options);
    const auto set_key = [&options](const std::string& value) {
        options.access_key = Secret(value);
        return std::string();
    };
    all.push_back({"access-key", "KEY", "API secret; default: from `opalite login`", set_key});
    return all;
}

void check_caller(const ClientOptions& options, Mistakes& mistakes) {
    if (options.access_key.empty()) mistakes.push_back("no access key: run `opalite login` or give --access-key");
    if (options.tenant.empty()) mistakes.push_back("no tenant: run `opalite login` or give --tenant");
}

std::string caller_header(const ClientOptions& options) {
    return "Authorization: Bearer " + options.tenant + " " + options.access_key.reveal();
}

std::string credentials_file() {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config != '\0') {
        return std::string(config) + "/opalite/credentials.toml";
    }
    const char* home = std::getenv("HOME");
    return std::string(home != nullptr ? home : ".") + "/.config/opalite/credentials.toml";
}

Result<void> load_credentials(ClientOptions& options) {
    const std::string file = credentials_file();
    if (!std::filesystem::exists(file)) return {};
    try {
        const toml::table table = toml::parse_file(file);
        options.url = table["url"].value_or(options.url);
        options.ca = table["ca"].value_or(options.ca);
        options.tenant = table["tenant"].value_or(options.tenant);
        options.access_key = Secret(table["access-key"].value_or(std::string()));
        return {};
    } catch (const toml::parse_error& error) {
        return Error(ErrorCode::kInvalidArgument, file + " cannot be read: " + std::string(error.description()));
    }
}

Result<void> store_credentials(const ClientOptions& options) {
    const std::filesystem::path file = credentials_file();
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    const std::string temporary = file.string() + ".new";
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) return Error(ErrorCode::kUnavailable, "cannot write " + temporary);
    std::ostringstream content;
    content << toml::table{{"url", options.url},
                           {"ca", options.ca},
                           {"tenant", options.tenant},
                           {"access-key", options.access_key.reveal()}}
            << '\n';
    const std::string bytes = content.str();
    const bool written = ::write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    ::close(descriptor);
    if (written) std::filesystem::rename(temporary, file, error);
    if (!written || error) return Error(ErrorCode::kUnavailable, "cannot write " + file.string());
    return {};
}

bool shows_progress() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace infra::cli
