// opalite login: gets an access key and stores it for the other client commands.
#include <iostream>

#include <nlohmann/json.hpp>
#include <termios.h>
#include <unistd.h>

#include "infra/cli/client_options.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/http_client.hpp"

namespace infra::cli {
namespace {

/// Reads one line from standard input, without an echo when it is a terminal.
domain::base::Secret read_password() {
    const bool terminal = ::isatty(STDIN_FILENO) == 1;
    termios before{};
    if (terminal) {
        std::cerr << "password: ";
        ::tcgetattr(STDIN_FILENO, &before);
        termios silent = before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    std::string line;
    std::getline(std::cin, line);
    if (terminal) {
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        std::cerr << '\n';
    }
    return domain::base::Secret(line);
}

std::vector<OptionSpec> specs(ClientOptions& client, std::string& email, domain::base::Secret& password) {
    auto all = client_option_specs(client);
    all.push_back({"email", "EMAIL", "who logs in", [&email](const std::string& value) {
                       email = value;
                       return std::string();
                   }});
    all.push_back({"password", "TEXT", "better left out: it is then asked for, or read from standard input",
                   [&password](const std::string& value) {
                       password = domain::base::Secret(value);
                       return std::string();
                   }});
    return all;
}

}  // namespace

std::string help_login() {
    ClientOptions client;
    std::string email;
    domain::base::Secret password;
    return "usage: opalite login --email EMAIL --tenant ID [OPTIONS]\n\nGets an access key and stores it in " +
           credentials_file() + " for query.\n\n" + describe(specs(client, email, password));
}

ExitStatus run_login(const Words& words) {
    ClientOptions client;
    std::string email;
    domain::base::Secret password;
    const auto loaded = load_credentials(client);
    if (!loaded) return failure(loaded.error().message());
    ParsedWords parsed = parse_options(words, specs(client, email, password));
    if (!parsed.positional.empty()) parsed.mistakes.push_back("unexpected word: " + parsed.positional.front());
    if (email.empty()) parsed.mistakes.push_back("--email is missing");
    if (client.tenant.empty()) parsed.mistakes.push_back("--tenant is missing");
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "login");
    if (password.empty()) password = read_password();

    const nlohmann::json body = {
        {"user_email", email}, {"user_password", password.reveal()}, {"tokenName", "opalite login"}};
    HttpClient http(client.ca);
    const auto response = http.send({"POST",
                                     client.url + "/v1/login",
                                     {"Content-Type: application/json", "Authorization: Bearer " + client.tenant},
                                     body.dump()});
    if (!response) return failure(response.error().message());
    if (response->status != 200) return failure("login failed: " + message_of(*response));
    const auto answer = nlohmann::json::parse(response->body, nullptr, false);
    if (!answer.is_object() || !answer.contains("access_key")) return failure("login failed: no access key in the answer");
    client.access_key = domain::base::Secret(answer["access_key"].get<std::string>());
    const auto stored = store_credentials(client);
    if (!stored) return failure(stored.error().message());
    std::cout << "logged in to " << client.url << " as " << email << "; the access key is in " << credentials_file() << '\n';
    return ExitStatus::kSuccess;
}

}  // namespace infra::cli
