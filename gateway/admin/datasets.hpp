#pragma once

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/base/time.hpp"
#include "domain/query/dataset_review.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// Datasets over HTTP. Derived ones are made, changed and removed here; source datasets come with their datastream.
///
///     GET    /v1/datasets         filter, query, orderBy, limit, offset (dataset_list.hpp); expand=query shows definitions
///     POST   /v1/datasets         {label, description?, workspaceId?, query{stages, outputStage?}} → 201 and the record
///     GET    /v1/datasets/{id}    the record (dataset_json.hpp)
///     PATCH  /v1/datasets/{id}    any of label, description, query; what is absent stays
///     DELETE /v1/datasets/{id}    {"ok":true}
///     GET    /v1/dataset, /v1/dataset/{id}   the older read forms
///
/// A definition is compiled before it is sent to the log: OPAL that does not compile is 400 with its diagnostics; a name that is
/// taken, a circle, a change that would break others and the removal of what others read are 409, the last two with the list
/// `dependents`. When something that was looked at changes before the command is decided, all of it is looked at again.
/// Who may do what: domain/identity. What may not be listed is 404 and in no list; a definition is shown to who may view the
/// dataset; making one needs Editor on the workspace and the right to view all that it reads. That a name is taken is told even
/// when the dataset that has it may not be seen.
/// What is handed in must outlive it. Thread-safe.
class Datasets {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    Datasets(domain::admin::ControlReader& reader, domain::admin::CommandBus& bus, const domain::base::Clock& clock)
        : reader_(reader), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);
    Answer<http::Response> legacy_list(http::RequestContext& context);
    Answer<http::Response> legacy_show(http::RequestContext& context);

private:
    struct Form;
    struct Plan;
    using Views = std::vector<domain::admin::DatasetView>;
    using Planner = Answer<Plan> (Datasets::*)(const http::RequestContext& context, const Form& form, const Views& all,
                                               domain::base::DatasetId fresh);

    /// The dataset that the path names; kNotFound.
    Answer<domain::admin::DatasetView> one(const http::RequestContext& context);
    /// Those that the caller may know of.
    Answer<Views> visible(const http::RequestContext& context);
    Answer<Plan> plan_create(const http::RequestContext& context, const Form& form, const Views& all,
                             domain::base::DatasetId fresh);
    Answer<Plan> plan_update(const http::RequestContext& context, const Form& form, const Views& all,
                             domain::base::DatasetId fresh);
    Answer<Plan> plan_remove(const http::RequestContext& context, const Form& form, const Views& all,
                             domain::base::DatasetId fresh);
    Answer<http::Response> change(http::RequestContext& context, Form form, Planner planner);
    Answer<http::Response> answer(const http::RequestContext& context, const Plan& plan);

    domain::admin::ControlReader& reader_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
