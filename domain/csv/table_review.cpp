#include "domain/csv/table_review.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <simdjson.h>

#include "domain/csv/cell.hpp"
#include "domain/csv/key_set.hpp"

namespace domain::csv {
namespace {

/// Enough of a value to recognise it; never half a character, never a control character.
std::string excerpt(std::string_view value) {
    constexpr std::size_t kBytesMax = 60;
    std::size_t end = std::min(value.size(), kBytesMax);
    while (end < value.size() && end > 0 && (static_cast<unsigned char>(value[end]) & 0xc0) == 0x80) --end;
    std::string text(value.substr(0, end));
    if (!simdjson::validate_utf8(text.data(), text.size())) {
        for (char& c : text) c = static_cast<unsigned char>(c) < 0x80 ? c : '?';
    }
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    }
    return end < value.size() ? text + "…" : text;
}

std::string what_is_not(catalog::Type type) {
    const std::string word(name(type));
    const bool vowel = word.starts_with('a') || word.starts_with('i') || word.starts_with('o');
    return (vowel ? "not an " : "not a ") + word;
}

bool is_separator_trouble(const Value& value) { return !value.quoted && value.text.find('\r') != std::string_view::npos; }

/// Reads a file twice at most: once for everything, and once more for the first rows of repeated keys.
class Reviewer {
public:
    Reviewer(std::string_view text, const TableDraft& draft, std::uint64_t seed) : text_(text), draft_(draft), seed_(seed) {}

    std::variant<TableReview, std::vector<Mistake>> run() {
        if (auto fault = begin()) return std::vector<Mistake>{std::move(*fault)};
        read_rows();
        if (!suspects_.empty()) find_repeats();
        if (mistakes_.empty()) return std::move(review_);
        const auto by_place = [](const Mistake& a, const Mistake& b) {
            return std::pair(a.row, a.column) < std::pair(b.row, b.column);
        };
        std::stable_sort(mistakes_.begin(), mistakes_.end(), by_place);
        return std::move(mistakes_);
    }

private:
    using Key = std::string;

    /// The form and the places of key and label; what is wrong with the file as a whole.
    std::optional<Mistake> begin() {
        valid_utf8_ = simdjson::validate_utf8(text_.data(), text_.size());
        if (draft_.schema) {
            if (const auto checked = check_schema(*draft_.schema); !checked) return of_file(checked.error().message());
        }
        CsvReader reader(text_);
        const auto more = reader.next();
        if (!more) return of_file(more.error().message());
        if (!*more) return of_file("the file is empty");
        auto form = table_form(reader.values(), draft_.schema);
        if (!form) return of_file(form.error().message());
        review_.form = std::move(*form);
        return find_key_columns();
    }

    std::optional<Mistake> find_key_columns() {
        for (const std::string& column : draft_.primary_key) {
            const auto place = find(column);
            if (!place) return of_file("a column of the primary key is not in the file: " + column);
            if (std::find(key_.begin(), key_.end(), *place) != key_.end()) {
                return of_file("a column stands twice in the primary key: " + column);
            }
            key_.push_back(*place);
        }
        if (draft_.label && !find(*draft_.label)) return of_file("the label field is not in the file: " + *draft_.label);
        if (!key_.empty()) keys_.emplace(static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n')) + 1, seed_);
        return std::nullopt;
    }

    std::optional<std::size_t> find(const std::string& column) const {
        const auto& columns = review_.form.columns;
        const auto found = std::find_if(columns.begin(), columns.end(), [&](const TableColumn& each) { return each.name == column; });
        if (found == columns.end()) return std::nullopt;
        return static_cast<std::size_t>(found - columns.begin());
    }

    void read_rows() {
        CsvReader reader(text_);
        while (!is_full()) {
            const auto more = reader.next();
            if (!more) {
                // The rest cannot be taken apart.
                add({reader.row(), reader.values().size() + 1, name_of(reader.values().size()), {}, reason(more.error())});
                return;
            }
            if (!*more) return;
            if (reader.row() == 1 && review_.form.has_header) continue;
            ++review_.rows;
            if (read_row(reader) && keys_ && !keys_->add(key_of(reader))) suspects_.emplace(key_of(reader), 0);
        }
    }

    /// False when the row has a mistake.
    bool read_row(const CsvReader& reader) {
        const auto& columns = review_.form.columns;
        const std::size_t count = reader.values().size();
        if (count != columns.size()) {
            add({reader.row(), 0, {}, {}, std::string(count < columns.size() ? "fewer" : "more") + " values than the " +
                                              std::to_string(columns.size()) + " columns: " + std::to_string(count)});
            return false;
        }
        bool good = true;
        for (std::size_t column = 0; column < count && !is_full(); ++column) {
            const Value& value = reader.values()[column];
            const std::string_view text = plain(value, buffer_);
            std::string what;
            if (!valid_utf8_ && !simdjson::validate_utf8(text.data(), text.size())) what = "invalid UTF-8";
            else if (is_separator_trouble(value)) what = "a carriage return outside quotes";
            else if (!cells_.read(columns[column].type, text, cell_)) what = what_is_not(columns[column].type);
            else continue;
            add({reader.row(), column + 1, columns[column].name, excerpt(text), std::move(what)});
            good = false;
        }
        return good;
    }

    /// The cells of the key, in one text for equal values: 1 and 01 are one int64.
    const Key& key_of(const CsvReader& reader) {
        key_text_.clear();
        for (const std::size_t column : key_) {
            const std::string_view text = plain(reader.values()[column], buffer_);
            if (!cells_.read(review_.form.columns[column].type, text, cell_)) cell_ = std::monostate();
            append_cell();
        }
        return key_text_;
    }

    void append_cell() {
        const auto append_bytes = [this](const auto& value) {
            key_text_.append(reinterpret_cast<const char*>(&value), sizeof(value));
        };
        key_text_ += static_cast<char>(cell_.index());
        if (const auto* text = std::get_if<std::string_view>(&cell_)) {
            append_bytes(text->size());
            key_text_ += *text;
        } else if (const auto* integer = std::get_if<std::int64_t>(&cell_)) {
            append_bytes(*integer);
        } else if (const auto* real = std::get_if<double>(&cell_)) {
            append_bytes(*real + 0.0);  // -0 is 0
        } else if (const auto* flag = std::get_if<bool>(&cell_)) {
            append_bytes(*flag);
        }
    }

    /// Reads the file again, for the rows that have a suspected key: the second one and later ones are mistakes.
    void find_repeats() {
        CsvReader reader(text_);
        // They are no longer counted as mistakes to come.
        auto suspects = std::exchange(suspects_, {});
        while (!is_full()) {
            const auto more = reader.next();
            if (!more || !*more) break;
            const bool is_header = reader.row() == 1 && review_.form.has_header;
            if (is_header || reader.values().size() != review_.form.columns.size()) continue;
            const auto suspect = suspects.find(key_of(reader));
            if (suspect == suspects.end()) continue;
            if (suspect->second == 0) {
                suspect->second = reader.row();
                continue;
            }
            add({reader.row(), key_.front() + 1, name_of(key_.front()), excerpt(shown_key(reader)),
                 "the primary key stands in row " + std::to_string(suspect->second) + " already"});
        }
    }

    std::string shown_key(const CsvReader& reader) {
        std::string text;
        for (const std::size_t column : key_) {
            text += text.empty() ? "" : ", ";
            text += plain(reader.values()[column], buffer_);
        }
        return text;
    }

    static Mistake of_file(std::string what) { return {0, 0, {}, {}, std::move(what)}; }
    std::string name_of(std::size_t column) const {
        return column < review_.form.columns.size() ? review_.form.columns[column].name : std::string();
    }
    /// Without the place, which the mistake has.
    static std::string reason(const base::Error& error) {
        const std::string& message = error.message();
        const std::size_t colon = message.find(": ");
        return colon == std::string::npos ? message : message.substr(colon + 2);
    }
    void add(Mistake mistake) {
        if (!is_full()) mistakes_.push_back(std::move(mistake));
    }
    bool is_full() const { return mistakes_.size() + suspects_.size() >= mistakes_max; }

    std::string_view text_;
    const TableDraft& draft_;
    const std::uint64_t seed_;
    bool valid_utf8_ = true;
    TableReview review_;
    std::vector<std::size_t> key_;  // places of the key's columns
    std::optional<KeySet> keys_;
    std::map<Key, std::size_t> suspects_;  // keys that may repeat, with their first row
    std::vector<Mistake> mistakes_;
    CellReader cells_;
    Cell cell_;
    std::string buffer_;
    std::string key_text_;
};

}  // namespace

std::string to_text(const Mistake& mistake) {
    std::string text;
    if (mistake.row != 0) text += "row " + std::to_string(mistake.row);
    if (mistake.column != 0) text += ", column " + std::to_string(mistake.column);
    if (!mistake.name.empty()) text += " (" + mistake.name + ")";
    text += (text.empty() ? "" : ": ") + mistake.what;
    if (!mistake.value.empty()) text += ": " + mistake.value;
    return text;
}

std::variant<TableReview, std::vector<Mistake>> review(std::string_view text, const TableDraft& draft, std::uint64_t seed) {
    return Reviewer(text, draft, seed).run();
}

}  // namespace domain::csv
