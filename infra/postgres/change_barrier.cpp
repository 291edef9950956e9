// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "infra/postgres/change_barrier.hpp"

#include <algorithm>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <pqxx/pqxx>

#include "infra/postgres/channels.hpp"

namespace infra::postgres {

namespace admin = domain::admin;
using domain::base::Result;
using domain::base::Task;
using Clock = std::chrono::steady_clock;

namespace {

constexpr const char* kPrefix = "opalite listener ";

template <class T, class... Any>
constexpr bool is_one_of = (std::is_same_v<T, Any> || ...);

/// False for what makes or changes nothing that gateways keep: the projections are read for it every time.
bool touches_what_is_kept(const admin::Command& command) {
    return std::visit([](const auto& one) {
        using One = std::decay_t<decltype(one)>;
        return !is_one_of<One, admin::tenant::CreateTenant, admin::user::CreateUser, admin::user::SetPassword,
                          admin::user::CreateApiToken, admin::user::RenewApiToken, admin::user::CreateServiceAccount,
                          admin::group::CreateGroup, admin::group::UpdateGroup, admin::dataset::CreateDataset,
                          admin::dataset::UpdateDataset, admin::dataset::DeleteDataset>;
    }, command);
}

/// The words of a payload.
std::vector<std::string> words(std::string_view text) {
    std::vector<std::string> list;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        list.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return list;
}

}  // namespace

std::string listener_name() {
    std::random_device device;
    std::string name = kPrefix;
    for (int i = 0; i < 4; ++i) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto bits = device();
        for (unsigned shift = 0; shift < 32; shift += 4) name += kDigits[(bits >> shift) & 15U];
    }
    return name;
}

ChangeBarrier::ChangeBarrier(ConnectionPool& pool, Notifier& notifier, runtime::TaskGroup& background, std::string name)
    : pool_(pool), background_(background), name_(name.substr(std::string_view(kPrefix).size())) {
    Notifier::Listener listener;
    listener.received = [this](std::string_view payload) { received(payload); };
    listener.began = [] {};
    notifier.listen(kBarrierChannel, std::move(listener));
}

/// `?` asker question, or `!` asker question listener.
void ChangeBarrier::received(std::string_view payload) {
    const auto parts = words(payload);
    if (parts.size() == 3 && parts[0] == "?") {
        if (parts[1] == name_) answered(parts[2], name_);
        else answer(parts[1], parts[2]);
    } else if (parts.size() == 4 && parts[0] == "!" && parts[1] == name_) {
        answered(parts[2], parts[3]);
    }
}

/// The notifier's thread must not wait for a connection.
void ChangeBarrier::answer(std::string asker, std::string question) {
    std::string payload = "! " + asker + ' ' + question + ' ' + name_;
    background_.spawn("answer of the change barrier", [pool = &pool_, payload = std::move(payload)]() -> Task<void> {
        auto work = [payload](pqxx::transaction_base& transaction) -> Result<void> {
            transaction.exec_params("select pg_notify($1, $2)", kBarrierChannel, payload);
            return {};
        };
        // Without an answer the asker waits until nothing that is kept is trusted any more.
        (void)co_await pool->transact(Scope::service(), std::move(work));
    });
}

void ChangeBarrier::answered(const std::string& question, const std::string& listener) {
    std::shared_ptr<Waiting> waiting;
    {
        const std::scoped_lock lock(mutex_);
        const auto found = waiting_.find(question);
        if (found == waiting_.end()) return;
        waiting = found->second;
    }
    {
        const std::scoped_lock lock(waiting->mutex);
        waiting->answered.insert(listener);
    }
    waiting->signal.notify_all();
}

/// Sends the question; gives the names of all who will hear it.
Task<Result<std::set<std::string>>> ChangeBarrier::ask(std::string question) {
    auto work = [payload = "? " + name_ + ' ' + question](pqxx::transaction_base& transaction) -> Result<std::set<std::string>> {
        std::set<std::string> listeners;
        const std::string prefix = kPrefix;
        const auto rows = transaction.exec_params(
            "select substr(application_name, $2) from pg_stat_activity where datname = current_database() and "
            "starts_with(application_name, $1)", prefix, static_cast<int>(prefix.size() + 1));
        for (const auto& row : rows) listeners.insert(row[0].as<std::string>());
        transaction.exec_params("select pg_notify($1, $2)", kBarrierChannel, payload);
        return listeners;
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<void> ChangeBarrier::pass() {
    const auto until = Clock::now() + trust_max;
    const auto waiting = std::make_shared<Waiting>();
    std::string question;
    {
        const std::scoped_lock lock(mutex_);
        question = std::to_string(++questions_);
        waiting_.emplace(question, waiting);
    }
    struct Leave {
        ~Leave() {
            const std::scoped_lock lock(barrier.mutex_);
            barrier.waiting_.erase(question);
        }
        ChangeBarrier& barrier;
        const std::string& question;
    };
    const Leave leave{*this, question};
    std::string asked = question;
    const auto listeners = co_await ask(std::move(asked));
    for (auto now = Clock::now(); now < until; now = Clock::now()) {
        const auto seen = waiting->signal.generation();
        if (listeners) {
            const std::scoped_lock lock(waiting->mutex);
            if (std::includes(waiting->answered.begin(), waiting->answered.end(), listeners->begin(), listeners->end())) break;
        }
        co_await waiting->signal.wait(seen, until - now);
    }
}

Task<Result<admin::Outcome>> BarrierCommandBus::execute(admin::CommandEnvelope envelope, Clock::time_point deadline) {
    const bool must_pass = touches_what_is_kept(envelope.command);
    auto outcome = co_await bus_.execute(std::move(envelope), deadline);
    if (must_pass && outcome && outcome->accepted) co_await barrier_.pass();
    co_return outcome;
}

}  // namespace infra::postgres
