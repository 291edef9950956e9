#pragma once

#include <string>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/secret.hpp"
#include "infra/cli/options.hpp"

namespace infra::cli {

/// How the client commands reach a service. What `opalite login` stored is used where nothing else is said.
struct ClientOptions {
    std::string url = "http://127.0.0.1:8080";
    std::string ca;
    std::string tenant;
    domain::base::Secret access_key;
    domain::base::Secret ingest_token;  ///< `ID:SECRET`
};

/// Options that every client command shares. Call after load_credentials(), so that options win over the stored ones.
std::vector<OptionSpec> client_option_specs(ClientOptions& options);

/// The same with --access-key, for commands that act as a user.
std::vector<OptionSpec> caller_option_specs(ClientOptions& options);
/// Adds what is missing to act as a user.
void check_caller(const ClientOptions& options, Mistakes& mistakes);
/// The header line that names the user.
std::string caller_header(const ClientOptions& options);

/// `$XDG_CONFIG_HOME/opalite/credentials.toml`, else `~/.config/opalite/credentials.toml`.
std::string credentials_file();

/// Reads the stored credentials into `options`; a missing file changes nothing. Fails with kInvalidArgument.
domain::base::Result<void> load_credentials(ClientOptions& options);

/// Stores url, ca, tenant and access key, readable by the owner only. Fails with kUnavailable.
domain::base::Result<void> store_credentials(const ClientOptions& options);

/// True when standard error is a terminal: progress is shown only then.
bool shows_progress();

}  // namespace infra::cli
