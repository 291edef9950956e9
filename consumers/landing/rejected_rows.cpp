#include "consumers/landing/rejected_rows.hpp"

#include <charconv>

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include "consumers/landing/flush_plan.hpp"
#include "domain/base/base64.hpp"

namespace consumers::landing {

using domain::base::DatasetId;
using domain::base::TenantId;

namespace {

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

/// The beginning that is shown. Text is not cut inside a character.
std::string_view shown(std::string_view bytes, bool is_text) {
    if (bytes.size() <= rejected_bytes_shown_max) return bytes;
    std::size_t size = rejected_bytes_shown_max;
    const auto is_inside = [&] { return (static_cast<unsigned char>(bytes[size]) & 0xc0) == 0x80; };
    while (is_text && is_inside()) --size;
    return bytes.substr(0, size);
}

}  // namespace

TenantId tenant_of(const DeadLetter& letter) {
    const std::string_view tenant = letter.header("ce_tenant");
    return is_folder_name(tenant) ? TenantId(std::string(tenant)) : TenantId();
}

domain::catalog::Rejected to_rejected(const DeadLetter& letter) {
    domain::catalog::Rejected rejected;
    rejected.name = {tenant_of(letter), letter.name()};
    const std::string_view dataset = letter.header("ce_dataset");
    std::int64_t id = 0;
    std::from_chars(dataset.data(), dataset.data() + dataset.size(), id);
    rejected.dataset = DatasetId(id);
    return rejected;
}

std::string to_json(const DeadLetter& letter) {
    using Json = nlohmann::ordered_json;
    const std::string_view bytes = letter.value.view();
    const bool is_text = is_utf8(bytes);
    const std::string_view beginning = shown(bytes, is_text);
    const auto text = [&](const char* name) { return std::string(letter.header(name)); };
    Json json;
    json["reason"] = letter.reason;
    json["topic"] = letter.topic;
    json["partition"] = letter.position.partition.value();
    json["offset"] = letter.position.offset.value();
    json["index"] = letter.index;
    json["size"] = bytes.size();
    json["shown"] = beginning.size();
    json["encoding"] = is_text ? "text" : "base64";
    json["bytes"] = is_text ? std::string(beginning) : domain::base::to_base64(beginning);
    json["source"] = {{"datastream_id", text("ce_datastream")}, {"dataset_id", text("ce_dataset")},
                      {"datastream_token_id", text("ce_token")}, {"kind", text("ce_kind")},
                      {"path", text("ce_path")}, {"bundle_id", text("ce_bundle")}, {"type", text("ce_type")}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

RejectedRows::RejectedRows(const std::vector<DeadLetter>& letters) {
    for (const DeadLetter& letter : letters) {
        const TenantId tenant = tenant_of(letter);
        if (tenant.value().empty()) continue;
        tenants_[tenant].add(system_header(tenant, domain::admin::rejected_dataset, "rejected",
                                           domain::base::BundleId("rejected-" + letter.name()), letter.index, letter.appended_at),
                             to_json(letter));
    }
}

domain::catalog::LandingQuestion RejectedRows::question() const {
    domain::catalog::LandingQuestion question;
    for (const auto& [tenant, rows] : tenants_) question.datasets.emplace_back(tenant, domain::admin::rejected_dataset.id);
    return question;
}

void RejectedRows::keep_existing(const domain::catalog::LandingFacts& facts) {
    std::size_t place = 0;
    for (auto at = tenants_.begin(); at != tenants_.end(); ++place) at = facts.datasets[place] ? std::next(at) : tenants_.erase(at);
}

std::vector<LandingRequest> RejectedRows::requests(const std::string& batch) const {
    return requests_of(tenants_, domain::base::SegmentId("rejected." + batch));
}

}  // namespace consumers::landing
