#include "tests/opal/support/golden_request.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include "tests/opal/support/fixture_dataset.hpp"

namespace tests::opal {
namespace {

namespace base = domain::base;
namespace fs = std::filesystem;
namespace query = domain::query;

std::vector<std::string> split_list(const std::string& list) {
    std::vector<std::string> names;
    std::istringstream stream(list);
    std::string name;
    while (std::getline(stream, name, ',')) {
        const std::size_t begin = name.find_first_not_of(' ');
        if (begin != std::string::npos) names.push_back(name.substr(begin, name.find_last_not_of(' ') + 1 - begin));
    }
    return names;
}

/// The inputs with these names: stages that are already there, else fixtures of the folder.
void add_inputs(query::Stage& stage, const std::vector<std::string>& names, const std::vector<query::Stage>& earlier,
                const std::string& folder) {
    for (const std::string& name : names) {
        query::StageInput input;
        input.name = name;
        const bool is_stage =
            std::any_of(earlier.begin(), earlier.end(), [&](const query::Stage& other) { return other.id == name; });
        if (is_stage) {
            input.source = query::StageReference{name};
        } else {
            input.source = query::DatasetPath{"Default." + folder + name};
        }
        stage.inputs.push_back(input);
    }
}

domain::opal::check::ParameterValue read_parameter(const std::string& type_name, const std::string& text) {
    using domain::catalog::Type;
    domain::opal::check::ParameterValue parameter;
    parameter.type = type_named(type_name);
    if (text == "null") return parameter;
    switch (parameter.type) {
        case Type::kBool: parameter.value = text == "true"; break;
        case Type::kInt64:
        case Type::kTimestamp:
        case Type::kDuration: parameter.value = static_cast<std::int64_t>(std::stoll(text)); break;
        case Type::kFloat64: parameter.value = std::stod(text); break;
        default: parameter.value = text;
    }
    return parameter;
}

/// The lines `name: type value` of the section.
domain::opal::check::ParameterValues read_parameters(const std::string& section) {
    domain::opal::check::ParameterValues parameters;
    std::istringstream lines(section);
    std::string line;
    while (std::getline(lines, line)) {
        const std::size_t colon = line.find(": ");
        const std::size_t space = line.find(' ', colon + 2);
        parameters[line.substr(0, colon)] =
            read_parameter(line.substr(colon + 2, space - colon - 2), line.substr(space + 1));
    }
    return parameters;
}

}  // namespace

query::QueryRequest request_of(const GoldenFile& file) {
    query::QueryRequest request;
    request.tenant = base::TenantId("101");
    const auto* window = file.find("window");
    const std::string from = window == nullptr ? "2024-05-01T10:00:00Z" : window->text.substr(0, window->text.find(' '));
    const std::string to = window == nullptr ? "2024-05-01T11:00:00Z"
                                             : window->text.substr(window->text.find(' ') + 1,
                                                                   window->text.find('\n') - window->text.find(' ') - 1);
    request.window = {base::from_rfc3339(from).value(), base::from_rfc3339(to).value()};

    const auto* input = file.find("input");
    const fs::path fixture = fs::path(input->argument).lexically_relative("fixtures");
    const std::string folder = fixture.has_parent_path() ? fixture.parent_path().string() + "/" : "";
    std::vector<std::string> names = {fixture.stem().string()};
    const auto* with = file.find("with");
    if (with != nullptr) {
        for (std::string& name : split_list(with->argument)) names.push_back(std::move(name));
    }
    for (const GoldenFile::Section& section : file.sections()) {
        if (section.name != "stage") continue;
        const std::size_t arrow = section.argument.find(" < ");
        query::Stage stage;
        stage.id = section.argument.substr(0, arrow);
        const std::vector<std::string> own =
            arrow == std::string::npos ? std::vector{names.front()} : split_list(section.argument.substr(arrow + 3));
        add_inputs(stage, own, request.stages, folder);
        stage.pipeline = section.text;
        request.stages.push_back(stage);
    }
    if (const auto* parameters = file.find("parameters")) request.parameters = read_parameters(parameters->text);
    if (const auto* version = file.find("version")) {
        request.version = domain::opal::check::find_language_version(version->argument).value();
    }
    query::Stage main;
    main.id = "main";
    add_inputs(main, names, request.stages, folder);
    main.pipeline = input->text;
    request.stages.push_back(main);
    return request;
}

std::vector<fs::path> golden_files(const fs::path& root) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (entry.path().extension() == ".opal") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace tests::opal
