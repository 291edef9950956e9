#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_set>

#include "gateway/http/session.hpp"

namespace gateway::http {

/// The open sessions of a server: bounded, swept for expired ones, and waited for at the end. Thread-safe.
class SessionTable {
public:
    explicit SessionTable(std::size_t sessions_max) : sessions_max_(sessions_max) {}

    /// False when the table is full or closed; the session is then not in it.
    bool add(const std::shared_ptr<Session>& session);
    void remove(const std::shared_ptr<Session>& session);

    void sweep(std::chrono::steady_clock::time_point now);
    /// Takes no more sessions, closes idle ones, lets the others finish their request.
    void begin_drain();
    void interrupt_all();
    /// True when the table is empty within `limit`.
    bool wait_empty(std::chrono::milliseconds limit);
    void wait_empty();
    std::size_t size() const;

private:
    const std::size_t sessions_max_;
    mutable std::mutex mutex_;
    std::condition_variable emptied_;
    std::unordered_set<std::shared_ptr<Session>> sessions_;
    bool closed_ = false;
};

}  // namespace gateway::http
