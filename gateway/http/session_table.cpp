#include "gateway/http/session_table.hpp"

namespace gateway::http {

bool SessionTable::add(const std::shared_ptr<Session>& session) {
    const std::scoped_lock lock(mutex_);
    if (closed_ || sessions_.size() >= sessions_max_) return false;
    sessions_.insert(session);
    return true;
}

void SessionTable::remove(const std::shared_ptr<Session>& session) {
    const std::scoped_lock lock(mutex_);
    sessions_.erase(session);
    // Under the lock: whoever waits may destroy the table as soon as it sees it empty.
    if (sessions_.empty()) emptied_.notify_all();
}

void SessionTable::sweep(std::chrono::steady_clock::time_point now) {
    const std::scoped_lock lock(mutex_);
    for (const auto& session : sessions_) session->connection().sweep(now);
}

void SessionTable::begin_drain() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    for (const auto& session : sessions_) session->begin_drain(session);
}

void SessionTable::interrupt_all() {
    const std::scoped_lock lock(mutex_);
    for (const auto& session : sessions_) session->interrupt(session);
}

bool SessionTable::wait_empty(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    return emptied_.wait_for(lock, limit, [this] { return sessions_.empty(); });
}

void SessionTable::wait_empty() {
    std::unique_lock lock(mutex_);
    emptied_.wait(lock, [this] { return sessions_.empty(); });
}

std::size_t SessionTable::size() const {
    const std::scoped_lock lock(mutex_);
    return sessions_.size();
}

}  // namespace gateway::http
