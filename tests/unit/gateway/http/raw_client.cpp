#include "raw_client.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/ssl.h>

namespace {

constexpr timeval kPatience{10, 0};

int connect_to(std::uint16_t port) {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof(kPatience));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
        throw std::runtime_error("cannot connect");
    }
    return descriptor;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

}  // namespace

struct RawClient::Tls {
    ~Tls() {
        SSL_free(ssl);
        SSL_CTX_free(context);
    }
    SSL_CTX* context = nullptr;
    SSL* ssl = nullptr;
};

std::string RawResponse::header(std::string_view name) const {
    const auto at = lower(head).find("\r\n" + lower(std::string(name)) + ": ");
    if (at == std::string::npos) return {};
    const auto begin = at + name.size() + 4;
    return head.substr(begin, head.find("\r\n", begin) - begin);
}

RawClient::RawClient(std::uint16_t port) : socket_(connect_to(port)) {}

RawClient::RawClient(std::uint16_t port, const std::string& ca_file, const std::string& host)
    : socket_(connect_to(port)), tls_(std::make_unique<Tls>()) {
    tls_->context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_verify(tls_->context, SSL_VERIFY_PEER, nullptr);
    SSL_CTX_load_verify_locations(tls_->context, ca_file.c_str(), nullptr);
    tls_->ssl = SSL_new(tls_->context);
    SSL_set_tlsext_host_name(tls_->ssl, host.c_str());
    SSL_set1_host(tls_->ssl, host.c_str());
    const unsigned char offered[] = "\x02h2\x08http/1.1";
    SSL_set_alpn_protos(tls_->ssl, offered, sizeof(offered) - 1);
    SSL_set_fd(tls_->ssl, socket_);
    if (SSL_connect(tls_->ssl) != 1) {
        ::close(socket_);
        throw std::runtime_error("TLS handshake failed");
    }
}

RawClient::~RawClient() {
    if (socket_ >= 0) ::close(socket_);
}

bool RawClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = tls_ ? SSL_write(tls_->ssl, bytes.data(), static_cast<int>(bytes.size()))
                               : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool RawClient::more() {
    char bytes[16 * 1024];
    const auto read = tls_ ? SSL_read(tls_->ssl, bytes, sizeof(bytes)) : ::recv(socket_, bytes, sizeof(bytes), 0);
    if (read <= 0) return false;
    pending_.append(bytes, static_cast<std::size_t>(read));
    return true;
}

RawResponse RawClient::receive(bool head_only) {
    RawResponse response;
    std::size_t end = 0;
    while ((end = pending_.find("\r\n\r\n")) == std::string::npos) {
        if (!more()) return response;
    }
    response.head = pending_.substr(0, end + 2);
    pending_.erase(0, end + 4);
    response.status = std::stoi(response.head.substr(9, 3));
    if (head_only || response.status == 100 || response.status == 204) {
        response.complete = true;
        return response;
    }
    const std::string length = response.header("content-length");
    if (!length.empty()) {
        const std::size_t wanted = std::stoul(length);
        while (pending_.size() < wanted && more()) {
        }
        response.complete = pending_.size() >= wanted;
        response.body = pending_.substr(0, wanted);
        pending_.erase(0, wanted);
        return response;
    }
    if (response.header("transfer-encoding") != "chunked") {
        while (more()) {
        }
        response.body = std::exchange(pending_, {});
        response.complete = true;
        return response;
    }
    for (;;) {
        std::size_t line = 0;
        while ((line = pending_.find("\r\n")) == std::string::npos) {
            if (!more()) return response;
        }
        const std::size_t size = std::stoul(pending_.substr(0, line), nullptr, 16);
        while (pending_.size() < line + 2 + size + 2) {
            if (!more()) return response;
        }
        response.body += pending_.substr(line + 2, size);
        pending_.erase(0, line + 2 + size + 2);
        response.complete = size == 0;
        if (response.complete) return response;
    }
}

bool RawClient::at_end() {
    while (more()) {
    }
    return pending_.empty();
}

void RawClient::abort() {
    const linger reset{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
    ::close(socket_);
    socket_ = -1;
}

std::string RawClient::alpn() const {
    const unsigned char* name = nullptr;
    unsigned int length = 0;
    SSL_get0_alpn_selected(tls_->ssl, &name, &length);
    return std::string(reinterpret_cast<const char*>(name), length);
}
