#include "tests/opal/support/golden_file.hpp"

#include <algorithm>
#include <fstream>

namespace tests::opal {

GoldenFile::GoldenFile(const std::filesystem::path& path) : path_(path) {
    std::ifstream stream(path);
    std::string line;
    while (std::getline(stream, line)) {
        if (line.starts_with("--- ")) {
            const std::size_t colon = line.find(": ");
            Section section;
            section.name = line.substr(4, colon == std::string::npos ? colon : colon - 4);
            if (colon != std::string::npos) section.argument = line.substr(colon + 2);
            sections_.push_back(std::move(section));
        } else {
            (sections_.empty() ? comment_ : sections_.back().text) += line + "\n";
        }
    }
}

const GoldenFile::Section* GoldenFile::find(const std::string& name) const {
    const auto found = std::find_if(sections_.begin(), sections_.end(),
                                    [&](const Section& section) { return section.name == name; });
    return found == sections_.end() ? nullptr : &*found;
}

void GoldenFile::set(const std::string& name, std::string text) {
    for (Section& section : sections_) {
        if (section.name != name) continue;
        section.text = std::move(text);
        return;
    }
    sections_.push_back({name, {}, std::move(text)});
}

void GoldenFile::save() const {
    std::ofstream stream(path_);
    stream << comment_;
    for (const Section& section : sections_) {
        stream << "--- " << section.name << (section.argument.empty() ? "" : ": ") << section.argument << "\n" << section.text;
    }
}

}  // namespace tests::opal
