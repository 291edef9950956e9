// opalite login: gets an access key and stores it for the other client commands.
#include <array>
#include <iostream>

#include <nlohmann/json.hpp>
#include <termios.h>
#include <unistd.h>

#include "infra/cli/client_options.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/http_client.hpp"

namespace infra::cli {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

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

struct LoginOptions {
    ClientOptions client;
    std::string email;
    domain::base::Secret password;
    bool delegated = false;
};

std::vector<OptionSpec> specs(LoginOptions& options) {
    auto all = client_option_specs(options.client);
    all.push_back({"email", "EMAIL", "who logs in", keep_text(options.email)});
    all.push_back({"password", "TEXT", "better left out: it is then asked for, or read from standard input",
                   [&options](const std::string& value) {
                       options.password = domain::base::Secret(value);
                       return std::string();
                   }});
    all.push_back({"delegated", "", "without a password: accept the login in the console", keep_flag(options.delegated)});
    return all;
}

/// The answer's text member, or a failure that says what the service said.
Result<std::string> member_of(const Result<HttpResponse>& response, const char* name) {
    if (!response) return response.error();
    if (response->status != 200) return Error(ErrorCode::kUnauthenticated, "login failed: " + message_of(*response));
    const auto answer = nlohmann::json::parse(response->body, nullptr, false);
    if (!answer.is_object() || !answer.contains(name) || !answer[name].is_string()) {
        return Error(ErrorCode::kUnavailable, std::string("login failed: the answer has no ") + name);
    }
    return answer[name].get<std::string>();
}

std::vector<std::string> headers_for(const ClientOptions& client) {
    return {"Content-Type: application/json", "Authorization: Bearer " + client.tenant};
}

Result<std::string> key_by_password(HttpClient& http, LoginOptions& options) {
    if (options.password.empty()) options.password = read_password();
    const nlohmann::json body = {
        {"user_email", options.email}, {"user_password", options.password.reveal()}, {"tokenName", "opalite login"}};
    return member_of(http.send({"POST", options.client.url + "/v1/login", headers_for(options.client), body.dump()}), "access_key");
}

/// What the user reads in the console beside the request.
std::string own_words() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) return "opalite login";
    return std::string("opalite login on ") + host.data() + ", process " + std::to_string(::getpid());
}

/// Asks, tells where to accept, and waits for the answer: the service holds every poll until there is one or ten seconds are
/// over, and settles the request when its time is up.
Result<std::string> key_by_delegation(HttpClient& http, const LoginOptions& options) {
    const nlohmann::json body = {
        {"userEmail", options.email}, {"integration", "observe-tool-abdaf0"}, {"clientToken", own_words()}};
    const std::string address = options.client.url + "/v1/login/delegated";
    const auto asked = http.send({"POST", address, headers_for(options.client), body.dump()});
    const auto page = member_of(asked, "url");
    if (!page) return page.error();
    const auto server_token = member_of(asked, "serverToken");
    if (!server_token) return server_token.error();
    std::cerr << "accept the login of “" << own_words() << "” on this page:\n\n  " << *page << "\n\n";
    for (;;) {
        const auto polled = http.send({"GET", address + '/' + *server_token, headers_for(options.client), {}});
        if (!polled) return polled.error();
        if (polled->status != 200) return Error(ErrorCode::kUnauthenticated, "login failed: " + message_of(*polled));
        const auto answer = nlohmann::json::parse(polled->body, nullptr, false);
        if (!answer.is_object()) return Error(ErrorCode::kUnavailable, "login failed: the answer is no JSON object");
        if (answer.contains("accessKey")) return member_of(polled, "accessKey");
        if (answer.value("settled", false)) return Error(ErrorCode::kUnauthenticated, "login failed: " + message_of(*polled));
    }
}

}  // namespace

std::string help_login() {
    LoginOptions options;
    return "usage: opalite login --email EMAIL --tenant ID [--delegated] [OPTIONS]\n\nGets an access key and stores it in " +
           credentials_file() + " for query.\n\n" + describe(specs(options));
}

ExitStatus run_login(const Words& words) {
    LoginOptions options;
    const auto loaded = load_credentials(options.client);
    if (!loaded) return failure(loaded.error().message());
    ParsedWords parsed = parse_options(words, specs(options));
    if (!parsed.positional.empty()) parsed.mistakes.push_back("unexpected word: " + parsed.positional.front());
    if (options.email.empty()) parsed.mistakes.push_back("--email is missing");
    if (options.client.tenant.empty()) parsed.mistakes.push_back("--tenant is missing");
    if (options.delegated && !options.password.empty()) parsed.mistakes.push_back("--delegated needs no --password");
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "login");

    HttpClient http(options.client.ca);
    const auto key = options.delegated ? key_by_delegation(http, options) : key_by_password(http, options);
    if (!key) return failure(key.error().message());
    options.client.access_key = domain::base::Secret(*key);
    const auto stored = store_credentials(options.client);
    if (!stored) return failure(stored.error().message());
    std::cout << "logged in to " << options.client.url << " as " << options.email << "; the access key is in "
              << credentials_file() << '\n';
    return ExitStatus::kSuccess;
}

}  // namespace infra::cli
