#include "infra/cli/greeting.hpp"

namespace infra::cli {

std::string in_url(const std::string& address) {
    return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

void print_greeting(std::ostream& out, const Addresses& addresses, const std::optional<FirstDatastream>& first,
                    const std::optional<gateway::admin::BootstrapPlan>& plan, bool password_given,
                    const std::filesystem::path& authority) {
    out << "\nopalite is ready\n\n  HTTPS  " << addresses.https << "   (authority: " << authority.string() << ")\n  HTTP   "
        << addresses.http << "   (console: " << addresses.http << "/)\n";
    if (first) {
        out << "  tenant " << first->tenant.value() << ", datastream " << first->name << ", dataset " << first->dataset.value()
            << '\n';
    }
    if (plan) {
        const std::string password = password_given ? "$PASSWORD" : plan->password.reveal();
        const std::string token = plan->ingest_token.value() + ":" + plan->ingest_token_secret.reveal();
        out << "\nShown once, on the first start:\n\n  administrator  " << plan->email << "\n  password       "
            << (password_given ? "as given" : password) << "\n  ingest token   " << token << "\n\nSend a record:\n\n  curl "
            << addresses.http << "/v1/http/first -H 'Authorization: Bearer " << token
            << "' -H 'Content-Type: application/json' -d '{\"hello\":\"world\"}'\n\nQuery it:\n\n  KEY=$(curl -s "
            << addresses.http << "/v1/login -H 'Authorization: Bearer " << plan->tenant.value() << "' -d '{\"user_email\":\""
            << plan->email << "\",\"user_password\":\"" << password
            << "\"}' | sed 's/.*\"access_key\":\"\\([^\"]*\\)\".*/\\1/')\n  curl '" << addresses.http
            << "/v1/meta/export/query?interval=15m' -H \"Authorization: Bearer " << plan->tenant.value()
            << " $KEY\" -d '{\"query\":{\"stages\":[{\"input\":[{\"datasetId\":\"" << plan->dataset.value()
            << "\"}],\"stageID\":\"main\",\"pipeline\":\"\"}]}}'\n";
    }
    out << "\nCtrl-C stops it; the data stays.\n" << std::endl;
}

}  // namespace infra::cli
