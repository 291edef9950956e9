#include "gateway/graphql/parser.hpp"

#include <string>

#include "gateway/graphql/lexer.hpp"

namespace gateway::graphql {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

namespace {

class Parser {
public:
    explicit Parser(std::string_view text) : lexer_(text), token_(lexer_.next()) {}

    Document document() {
        Document read;
        while (token_.kind != Token::Kind::kEnd) {
            if (is_word("fragment")) read.fragments.push_back(fragment());
            else read.operations.push_back(operation());
        }
        if (read.operations.empty()) fail("the document has no operation");
        return read;
    }

private:
    [[noreturn]] void fail(const std::string& message) const { throw Mistake(message, token_.place); }
    [[noreturn]] void unexpected(const std::string& wanted) const {
        fail("expected " + wanted + ", found " + (token_.kind == Token::Kind::kEnd ? "the end" : token_.text));
    }
    static void check_depth(std::size_t depth, const Token& token) {
        if (depth > depth_max) throw Mistake("nested too deeply, the limit is " + std::to_string(depth_max), token.place);
    }

    bool is(const char* punctuator) const { return token_.kind == Token::Kind::kPunctuator && token_.text == punctuator; }
    bool is_word(const char* word) const { return token_.kind == Token::Kind::kName && token_.text == word; }
    void advance() { token_ = lexer_.next(); }
    bool take(const char* punctuator) {
        if (!is(punctuator)) return false;
        advance();
        return true;
    }
    void expect(const char* punctuator) {
        if (!take(punctuator)) unexpected(punctuator);
    }
    std::string name() {
        if (token_.kind != Token::Kind::kName) unexpected("a name");
        std::string text = std::move(token_.text);
        advance();
        return text;
    }

    Operation operation() {
        Operation read;
        if (!is("{")) {
            if (is_word("subscription")) fail("subscriptions are not supported");
            read.is_mutation = is_word("mutation");
            if (!read.is_mutation && !is_word("query")) unexpected("query, mutation or fragment");
            advance();
            if (token_.kind == Token::Kind::kName) read.name = name();
            if (take("(")) {
                while (!take(")")) read.variables.push_back(variable());
            }
            if (is("@")) fail("an operation has no directives here");
        }
        read.selections = selections(1);
        return read;
    }

    Fragment fragment() {
        advance();
        Fragment read;
        if (is_word("on")) fail("a fragment must not be named on");
        read.name = name();
        if (!is_word("on")) unexpected("on");
        advance();
        read.type = name();
        if (is("@")) fail("a fragment has no directives here");
        read.selections = selections(1);
        return read;
    }

    Variable variable() {
        Variable read;
        expect("$");
        read.name = name();
        expect(":");
        read.is_required = type(1);
        if (take("=")) {
            read.usual = value(1, false);
            read.is_required = false;
        }
        return read;
    }

    /// True when the type ends with `!`.
    bool type(std::size_t depth) {
        check_depth(depth, token_);
        if (take("[")) {
            type(depth + 1);
            expect("]");
        } else {
            name();
        }
        return take("!");
    }

    std::vector<Selection> selections(std::size_t depth) {
        check_depth(depth, token_);
        expect("{");
        if (is("}")) fail("a selection must not be empty");
        std::vector<Selection> list;
        while (!take("}")) list.push_back(is("...") ? spread(depth) : field(depth));
        return list;
    }

    Selection field(std::size_t depth) {
        Selection read;
        read.key = name();
        read.name = take(":") ? name() : read.key;
        read.arguments = arguments(true);
        read.directives = directives();
        if (is("{")) read.selections = selections(depth + 1);
        return read;
    }

    Selection spread(std::size_t depth) {
        advance();
        Selection read;
        if (token_.kind == Token::Kind::kName && !is_word("on")) {
            read.kind = Selection::Kind::kSpread;
            read.name = name();
            read.directives = directives();
            return read;
        }
        read.kind = Selection::Kind::kInline;
        if (is_word("on")) {
            advance();
            read.type = name();
        }
        read.directives = directives();
        read.selections = selections(depth + 1);
        return read;
    }

    std::vector<Directive> directives() {
        std::vector<Directive> list;
        while (take("@")) {
            std::string called = name();
            list.push_back({std::move(called), arguments(true)});
        }
        return list;
    }

    Arguments arguments(bool may_have_variables) {
        Arguments list;
        if (!take("(")) return list;
        while (!take(")")) {
            std::string called = name();
            expect(":");
            list.emplace_back(std::move(called), value(1, may_have_variables));
        }
        return list;
    }

    Value value(std::size_t depth, bool may_have_variables) {
        check_depth(depth, token_);
        Value read;
        if (is("$")) {
            if (!may_have_variables) fail("a default must not have a variable");
            advance();
            read.kind = Value::Kind::kVariable;
            read.text = name();
        } else if (take("[")) {
            read.kind = Value::Kind::kList;
            while (!take("]")) read.items.push_back(value(depth + 1, may_have_variables));
        } else if (take("{")) {
            read.kind = Value::Kind::kObject;
            while (!take("}")) {
                read.names.push_back(name());
                expect(":");
                read.items.push_back(value(depth + 1, may_have_variables));
            }
        } else {
            read.kind = kind_of_value();
            read.text = std::move(token_.text);
            advance();
        }
        return read;
    }

    Value::Kind kind_of_value() const {
        switch (token_.kind) {
            case Token::Kind::kNumber: return Value::Kind::kNumber;
            case Token::Kind::kString: return Value::Kind::kString;
            case Token::Kind::kName: break;
            case Token::Kind::kEnd:
            case Token::Kind::kPunctuator: unexpected("a value");
        }
        if (is_word("true") || is_word("false")) return Value::Kind::kBoolean;
        return is_word("null") ? Value::Kind::kNull : Value::Kind::kEnum;
    }

    Lexer lexer_;
    Token token_;
};

std::string place_of(std::string_view text, std::size_t place) {
    std::size_t line = 1;
    std::size_t column = 1;
    for (const char c : text.substr(0, place)) {
        column = c == '\n' ? 1 : column + 1;
        if (c == '\n') ++line;
    }
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

Result<Document> parse(std::string_view text) {
    try {
        return Parser(text).document();
    } catch (const Mistake& mistake) {
        return Error(ErrorCode::kInvalidArgument, std::string(mistake.what()) + " (" + place_of(text, mistake.place()) + ")");
    }
}

}  // namespace gateway::graphql
