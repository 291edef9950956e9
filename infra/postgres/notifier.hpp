#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace infra::postgres {

/// Listens for NOTIFY on one connection of its own, on a thread of its own. When the connection is lost it is made again, and
/// whoever listens is told that notifications may have been missed. A peer that silently disappeared is noticed within
/// about two seconds.
class Notifier {
public:
    struct Listener {
        /// One notification. Called on the notifier's thread: must be quick and must not throw.
        std::function<void(std::string_view payload)> received;
        /// Listening begins, for the first time or again: anything may have happened before. Called like `received`.
        std::function<void()> began;
        /// Listening has ended: what happens from now on is unknown until it begins again. Called like `received`.
        std::function<void()> ended = [] {};
    };

    /// `name`: how others find the connection in pg_stat_activity; letters, digits and blanks; empty: no name of its own.
    explicit Notifier(std::string url, std::string name = {});
    /// stop().
    ~Notifier();
    Notifier(const Notifier&) = delete;
    Notifier& operator=(const Notifier&) = delete;

    /// Before start() only.
    void listen(std::string channel, Listener listener);
    void start();
    /// Ends the thread; no listener is called any more once it has returned. Idempotent.
    void stop();

    /// False while there is no connection: what notifications would have said is unknown.
    bool connected() const { return connected_; }

private:
    struct Session;
    void run();
    void follow(Session& session);
    void dispatch(Session& session);
    bool wait_to_retry(int milliseconds);

    const std::string conninfo_;
    const std::string name_;
    std::map<std::string, Listener, std::less<>> listeners_;
    std::atomic<bool> connected_{false};
    std::atomic<bool> stopping_{false};
    int wake_ = -1;  // eventfd: ends a wait
    std::thread thread_;
};

}  // namespace infra::postgres
