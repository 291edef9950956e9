#include "load_client.hpp"

#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

struct Connection {
    int socket = -1;
    std::size_t sent = 0;
    std::string answer;
    Clock::time_point began;
};

int connect_to(std::uint16_t port) {
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
        throw std::runtime_error("cannot connect");
    }
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    return descriptor;
}

/// Bytes of the complete answer at the front of `text`, 0 while some are missing.
std::size_t answer_length(const std::string& text) {
    const auto head = text.find("\r\n\r\n");
    if (head == std::string::npos) return 0;
    const auto length = text.find("Content-Length: ");
    if (length > head) throw std::runtime_error("an answer without length");
    const std::size_t total = head + 4 + std::stoul(text.substr(length + 16, 12));
    return text.size() >= total ? total : 0;
}

}  // namespace

LoadResult run_load(std::uint16_t port, const std::string& request, std::size_t connections,
                    std::chrono::milliseconds duration) {
    std::vector<Connection> all(connections);
    const int poll = ::epoll_create1(EPOLL_CLOEXEC);
    LoadResult result;
    const auto send_more = [&](Connection& connection) {
        while (connection.sent < request.size()) {
            const auto sent = ::send(connection.socket, request.data() + connection.sent, request.size() - connection.sent,
                                     MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent < 0) return errno == EAGAIN;
            connection.sent += static_cast<std::size_t>(sent);
        }
        return true;
    };
    for (std::size_t i = 0; i < connections; ++i) {
        all[i].socket = connect_to(port);
        epoll_event event{};
        event.events = EPOLLIN | EPOLLOUT | EPOLLET;
        event.data.u64 = i;
        ::epoll_ctl(poll, EPOLL_CTL_ADD, all[i].socket, &event);
        all[i].began = Clock::now();
        send_more(all[i]);
    }
    const auto start = Clock::now();
    std::vector<epoll_event> events(connections);
    std::vector<char> buffer(64 * 1024);
    std::size_t open = connections;
    while (open > 0) {
        const int ready = ::epoll_wait(poll, events.data(), static_cast<int>(events.size()), 10'000);
        if (ready <= 0) break;
        for (int i = 0; i < ready; ++i) {
            Connection& connection = all[events[static_cast<std::size_t>(i)].data.u64];
            if (connection.socket < 0) continue;
            bool alive = send_more(connection);
            for (;;) {
                const auto read = ::recv(connection.socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
                if (read > 0) connection.answer.append(buffer.data(), static_cast<std::size_t>(read));
                if (read == 0 || (read < 0 && errno != EAGAIN)) alive = false;
                if (read <= 0) break;
            }
            if (answer_length(connection.answer) > 0) {
                const auto now = Clock::now();
                ++result.requests;
                if (connection.answer.compare(9, 3, "200") != 0) ++result.failures;
                result.milliseconds.push_back(std::chrono::duration<double, std::milli>(now - connection.began).count());
                connection.answer.clear();
                connection.sent = 0;
                connection.began = now;
                if (now - start < duration) alive = alive && send_more(connection);
                else alive = false;
            } else if (!alive) {
                ++result.failures;
            }
            if (!alive) {
                ::close(connection.socket);
                connection.socket = -1;
                --open;
            }
        }
    }
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    ::close(poll);
    std::sort(result.milliseconds.begin(), result.milliseconds.end());
    return result;
}
