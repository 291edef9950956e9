#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "domain/base/result.hpp"

namespace infra::postgres {

/// A PostgreSQL cluster of our own in DIR/postgres, for `opalite serve` without a connection string. It listens on a Unix
/// socket only, in a folder of /tmp that nobody but its user (and root) can enter.
///
///   DIR/postgres/data   the cluster (initdb makes it as data.new first, so that a crash leaves no half of one)
///   DIR/postgres/log    what the server says; kept below about 10 MB, the part before in log.1
///   DIR/postgres/lock   locked by the process that stops the server when it ends
///
/// As root the server runs as the user postgres or nobody, which then owns DIR/postgres, also where that user could not walk
/// to. Started by kill -9's survivor: the next start finds the running server and goes on with it. A second process with
/// the same DIR (`opalite admin` beside `opalite serve`) uses the server of the first and leaves it running.
class PrivateCluster {
public:
    /// Blocks until the server takes connections and the database exists: about three seconds the first time, well under
    /// one second later. Fails with kUnavailable (not installed, did not start: with the last lines of its log) and
    /// kPermissionDenied.
    static domain::base::Result<std::unique_ptr<PrivateCluster>> start(
        const std::filesystem::path& data_directory, std::chrono::milliseconds patience = std::chrono::seconds(60));

    /// stop().
    ~PrivateCluster();
    PrivateCluster(const PrivateCluster&) = delete;
    PrivateCluster& operator=(const PrivateCluster&) = delete;

    /// Connection string of the database `opalite`, whose owner the login role is; no superuser.
    const std::string& url() const;

    /// Stops the server when this process is the one to do it: open transactions are rolled back. Blocks, a few hundred
    /// milliseconds as a rule. Idempotent.
    void stop();

private:
    struct State;
    explicit PrivateCluster(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace infra::postgres
