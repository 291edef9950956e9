#include "infra/cli/http_client.hpp"

#include <array>

#include <curl/curl.h>
#include <nlohmann/json.hpp>

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

constexpr long kConnectTimeoutSeconds = 10;

struct HeaderListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, HeaderListDeleter>;

struct Receiver {
    CURL* handle;
    const HttpClient::Sink& sink;
    HttpResponse& response;
};

std::size_t receive(char* data, std::size_t size, std::size_t count, void* context) {
    auto& receiver = *static_cast<Receiver*>(context);
    const std::string_view bytes(data, size * count);
    long status = 0;
    curl_easy_getinfo(receiver.handle, CURLINFO_RESPONSE_CODE, &status);
    if (status == 200 && receiver.sink) receiver.sink(bytes);
    else receiver.response.body += bytes;
    return bytes.size();
}

/// libcurl's way to tell how far a transfer is.
int tell_progress(void* context, curl_off_t, curl_off_t, curl_off_t total, curl_off_t sent) {
    const auto& request = *static_cast<const HttpRequest*>(context);
    if (total > 0) request.progress(static_cast<std::size_t>(sent), static_cast<std::size_t>(total));
    return 0;
}

HeaderList to_list(const std::vector<std::string>& headers) {
    curl_slist* list = nullptr;
    for (const std::string& header : headers) list = curl_slist_append(list, header.c_str());
    return HeaderList(list);
}

}  // namespace

struct HttpClient::State {
    CURL* handle = nullptr;
    std::string ca_file;
};

HttpClient::HttpClient(std::string ca_file) : state_(std::make_unique<State>()) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    state_->handle = curl_easy_init();
    state_->ca_file = std::move(ca_file);
}

HttpClient::~HttpClient() { curl_easy_cleanup(state_->handle); }

Result<HttpResponse> HttpClient::send(const HttpRequest& request, const Sink& sink) {
    CURL* handle = state_->handle;
    if (handle == nullptr) return Error(ErrorCode::kInternal, "libcurl could not be started");
    curl_easy_reset(handle);
    HttpResponse response;
    Receiver receiver{handle, sink, response};
    const HeaderList headers = to_list(request.headers);
    std::array<char, CURL_ERROR_SIZE> reason{};
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, reason.data());
    curl_easy_setopt(handle, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, kConnectTimeoutSeconds);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &receive);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &receiver);
    if (!state_->ca_file.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, state_->ca_file.c_str());
    if (request.progress) {
        curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &tell_progress);
        curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &request);
    }
    if (request.method == "POST" || !request.body.empty()) {
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.body.data());
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    }
    const CURLcode code = curl_easy_perform(handle);
    if (code != CURLE_OK) {
        const std::string detail = reason[0] != '\0' ? reason.data() : curl_easy_strerror(code);
        return Error(ErrorCode::kUnavailable, "no answer from " + request.url + ": " + detail);
    }
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &response.status);
    curl_off_t retry_after = 0;
    if (curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &retry_after) == CURLE_OK) {
        response.retry_after_s = static_cast<long>(retry_after);
    }
    return response;
}

std::string message_of(const HttpResponse& response) {
    const auto json = nlohmann::json::parse(response.body, nullptr, false);
    if (json.is_object() && json.contains("message") && json["message"].is_string()) {
        return json["message"].get<std::string>();
    }
    return "HTTP status " + std::to_string(response.status);
}

std::string percent_encode(std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '~') {
            encoded += c;
        } else {
            encoded += '%';
            encoded += kHex[byte >> 4U];
            encoded += kHex[byte & 15U];
        }
    }
    return encoded;
}

}  // namespace infra::cli
