// Finds the ends of statements, the blocks of deeper lines, and the headings at the left edge.
//
// A line that begins with `->`, `,`, `[`, `and`, `or` or `assumed` continues the statement above, so the end of a
// line is the end of a statement only if the next line with words in it does not begin like that.

#include "tree_sitter/array.h"
#include "tree_sitter/parser.h"
#include <string.h>

enum Token { NEWLINE, INDENT, DEDENT, LEFT_EDGE };

// A tab goes to the next multiple of this.
#define TAB 8
// Deeper blocks than this count as one. The language allows 16.
#define DEEPEST 64
#define WIDEST UINT16_MAX

typedef struct {
  // The columns of the open blocks, outermost first. The left edge is not among them.
  uint16_t columns[DEEPEST];
  uint8_t depth;
  // A statement has ended, and the blocks have not been opened or closed yet.
  bool pending;
  // The end of the text has been seen.
  bool ended;
  // Of the next line with words in it.
  uint16_t column;
} Scanner;

// Before the first line: nothing is open.
static void reset(Scanner *scanner) {
  memset(scanner, 0, sizeof(Scanner));
  scanner->pending = true;
}

void *tree_sitter_mnc_external_scanner_create(void) {
  Scanner *scanner = ts_malloc(sizeof(Scanner));
  reset(scanner);
  return scanner;
}

void tree_sitter_mnc_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_mnc_external_scanner_serialize(void *payload, char *buffer) {
  Scanner *scanner = payload;
  size_t size = scanner->depth * sizeof(uint16_t);
  buffer[0] = (char)scanner->depth;
  buffer[1] = (char)((scanner->pending ? 1 : 0) | (scanner->ended ? 2 : 0));
  memcpy(&buffer[2], &scanner->column, sizeof(uint16_t));
  memcpy(&buffer[4], scanner->columns, size);
  return 4 + size;
}

void tree_sitter_mnc_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  reset(scanner);
  if (length < 4) return;
  scanner->depth = (uint8_t)buffer[0];
  scanner->pending = (buffer[1] & 1) != 0;
  scanner->ended = (buffer[1] & 2) != 0;
  memcpy(&scanner->column, &buffer[2], sizeof(uint16_t));
  memcpy(scanner->columns, &buffer[4], scanner->depth * sizeof(uint16_t));
}

static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == 0xFEFF || c == 0xA0; }

// A character that can go on a word: what follows `and` in `and-so`, `order` or `andere`.
static bool goes_on(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '\'' ||
         c > 0x7F;
}

// Goes over a word, and says whether it is `and`, `or` or `assumed`.
static bool joins(TSLexer *lexer) {
  static const char *const JOINING[] = {"and", "or", "assumed"};
  char word[9];
  unsigned length = 0;
  while (goes_on(lexer->lookahead) && length < sizeof(word) - 1) {
    word[length++] = lexer->lookahead > 0x7F ? '?' : (char)lexer->lookahead;
    lexer->advance(lexer, false);
  }
  word[length] = '\0';
  for (unsigned i = 0; i < sizeof(JOINING) / sizeof(JOINING[0]); i++) {
    if (strcmp(word, JOINING[i]) == 0) return true;
  }
  return false;
}

// Whether the line that begins here continues the statement above.
static bool continues(TSLexer *lexer) {
  switch (lexer->lookahead) {
    case ',':
    case '[':
      return true;
    case '-':
      lexer->advance(lexer, false);
      return lexer->lookahead == '>';
    default:
      return joins(lexer);
  }
}

// At the end of a line: goes over the blank lines and comments below it, to the next line with words in it.
// Says whether the statement ends here, and notes the column of that line.
static bool ends_statement(Scanner *scanner, TSLexer *lexer) {
  bool marked = false;
  uint16_t column = 0;
  for (;;) {
    if (lexer->eof(lexer)) {
      if (!marked) lexer->mark_end(lexer);
      scanner->column = 0;
      return true;
    }
    int32_t c = lexer->lookahead;
    if (c == '\n') {
      column = 0;
      lexer->advance(lexer, false);
      // The token is the end of one line: what is below it may be a comment, which is a node.
      if (!marked) lexer->mark_end(lexer);
      marked = true;
    } else if (c == '\t') {
      column = (uint16_t)((column / TAB + 1) * TAB);
      lexer->advance(lexer, false);
    } else if (is_blank(c)) {
      if (c != '\r' && c != 0xFEFF && column < WIDEST - TAB) column++;
      lexer->advance(lexer, false);
    } else if (c == '#') {
      while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
    } else {
      scanner->column = column;
      return !continues(lexer);
    }
  }
}

// Closes the innermost block, because the next line is less deep. A line between two depths belongs to the outer
// block; false: there is none, so it belongs to this one.
static bool dedent(Scanner *scanner) {
  if (scanner->depth == 1 && scanner->column > 0) {
    scanner->columns[0] = scanner->column;
    return false;
  }
  scanner->depth--;
  if (scanner->depth > 0 && scanner->column > scanner->columns[scanner->depth - 1]) {
    scanner->column = scanner->columns[scanner->depth - 1];
  }
  return true;
}

bool tree_sitter_mnc_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  uint16_t open = scanner->depth == 0 ? 0 : scanner->columns[scanner->depth - 1];
  // Blocks begin and end at the beginning of a line, and at the end of the text.
  if (scanner->pending && (lexer->eof(lexer) || lexer->get_column(lexer) == 0)) {
    lexer->mark_end(lexer);
    if (scanner->column > open && valid[INDENT] && scanner->depth < DEEPEST) {
      scanner->columns[scanner->depth++] = scanner->column;
      scanner->pending = false;
      lexer->result_symbol = INDENT;
      return true;
    }
    if (scanner->column < open && dedent(scanner)) {
      lexer->result_symbol = DEDENT;
      return true;
    }
  }
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  // A comment is a token of the grammar.
  if (lexer->lookahead == '#') return false;
  if (lexer->lookahead == '\n' || (lexer->eof(lexer) && !scanner->ended)) {
    bool end = lexer->eof(lexer);
    if (!ends_statement(scanner, lexer)) return false;
    // Also where no statement may end: then the mistake ends with its line.
    scanner->ended = end;
    scanner->pending = true;
    lexer->result_symbol = NEWLINE;
    return true;
  }
  if (scanner->pending && scanner->depth == 0 && scanner->column == 0 && !lexer->eof(lexer)) {
    // A heading begins here, and nowhere else in its line.
    lexer->mark_end(lexer);
    scanner->pending = false;
    lexer->result_symbol = LEFT_EDGE;
    return true;
  }
  return false;
}
