#pragma once

#include <vector>

#include "domain/opal/ast/ast.hpp"
#include "domain/opal/lex/token.hpp"
#include "domain/opal/source/diagnostic.hpp"
#include "domain/opal/source/source_text.hpp"

namespace domain::opal::parse {

/// Makes a syntax tree of the tokens of a script (which end with kEnd). Never fails: what could not be read is reported, the
/// statement is marked as broken, and parsing goes on with the next one.
///
///     script      := { hint | subquery | statements } [ result ]
///     subquery    := "@" name "<-" block
///     result      := "<-" block
///     block       := "@" [ name ] "{" [ statements ] "}"
///     statements  := statement { separator statement }
///     hint        := "#" identifier "{" … "}"
///     statement   := verb [ argument { "," argument } ]
///     argument    := [ ( identifier | string ) ":" ] or
///     or          := and { "or" and }
///     and         := not { "and" not }
///     not         := "not" not | comparison
///     comparison  := search | star_match | sum [ comparer sum | matcher pattern ]
///     search      := "<" term { term } ">"
///     star_match  := "*" ( matcher pattern | ( "=" | "!=" ) ( pattern | sum ) )
///     comparer    := "=" | "!=" | "<" | "<=" | ">" | ">="
///     matcher     := "~" | "!~"                     also "=" and "!=" before "<", a regex or a network
///     sum         := product { ( "+" | "-" ) product }
///     product     := unary { ( "*" | "/" ) unary }
///     unary       := "-" unary | postfix
///     postfix     := primary { "." ( word | string ) | "[" ( string | number ) "]" }
///     primary     := literal | identifier | call | dataset | "$" name | "#" tag | "^" label [ "..." ] | "(" or ")"
///     call        := identifier "(" [ argument { "," argument } ] ")"
///     dataset     := "@" [ word | string ] [ "." ( word | string ) ]
///     pattern     := search | regex | network | term | postfix that is not a bare word or literal
///     term        := [ "-" ] part { part }          parts touch each other
///     part        := word | string | "*"
///     network     := ipv4 "/" bits | a.b.c.* | a.b.*.* | a.*.*.* | ipv4
///
/// The separator is "|" or the end of a line: on a new line, outside parentheses and where no operand is demanded (after a
/// comma, an operator, a verb that needs arguments), a word starts the next statement. After a verb with optional arguments
/// it does so only if it is a verb.
ast::Script parse(const source::SourceText& source, const std::vector<lex::Token>& tokens,
                  source::Diagnostics& diagnostics);

}  // namespace domain::opal::parse
