// opalite migrate: brings the database's schema up to date; the service does so by itself.
#include <iostream>

#include "infra/cli/commands.hpp"
#include "infra/cli/service_options.hpp"
#include "infra/postgres/migrator.hpp"
#include "infra/postgres/private_cluster.hpp"

namespace infra::cli {

std::string help_migrate() {
    ServiceOptions options;
    return "usage: opalite migrate [OPTIONS]\n\nApplies the schema migrations that the database lacks. Processes that start "
           "together do it once.\n\n" + describe(service_option_specs(options));
}

ExitStatus run_migrate(const Words& words) {
    ServiceOptions options;
    ParsedWords parsed = parse_options(words, service_option_specs(options));
    if (!parsed.positional.empty()) parsed.mistakes.push_back("unexpected word: " + parsed.positional.front());
    for (std::string& mistake : check(options)) parsed.mistakes.push_back(std::move(mistake));
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "migrate");
    std::string url = options.database;
    std::unique_ptr<postgres::PrivateCluster> cluster;
    if (url.empty()) {
        auto started = postgres::PrivateCluster::start(std::filesystem::absolute(options.data));
        if (!started) return failure(started.error().message());
        cluster = std::move(*started);
        url = cluster->url();
    }
    const auto migrated = postgres::migrate(url);
    if (!migrated) return failure(migrated.error().message());
    std::cout << "applied " << *migrated << " migrations\n";
    return ExitStatus::kSuccess;
}

}  // namespace infra::cli
