// A thousand expressions that try to take time or memory, or to reach something, by kind.

const times = <T>(count: number, write: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => write(i))
const wrap = (depth: number, before: string, inner: string, after: string) =>
  before.repeat(depth) + inner + after.repeat(depth)
const macros = ['map', 'filter', 'exists', 'exists_one', 'all']
const lists = ['item.list', 'item.text.split("")', 'item.list.map(i, string(i))']
const tests = [
  'x == y',
  'item.list.exists(z, z == x)',
  'item.text + string(x) == item.text',
  'x in item.list',
]

function nesting(): string[] {
  return times(30, (index) => (index + 1) ** 2).flatMap((depth) => [
    wrap(depth, '(', '1', ')'),
    wrap(depth, '[', '1', ']'),
    wrap(depth, '!', 'true', ''),
    wrap(depth, '-', '1', ''),
    wrap(depth, '{"a":', '1', '}'),
    wrap(depth, 'true ? ', '1', ' : 2'),
    `item${'.a'.repeat(depth)}`,
    `item${'[0]'.repeat(depth)}`,
  ])
}

function texts(): string[] {
  const methods = ['upperAscii()', 'trim()', 'split("")', 'indexOf("b")', 'lastIndexOf("b")', 'substring(1)']
  return times(20, (index) =>
    Array(index * 2 + 2)
      .fill('item.text')
      .join(' + '),
  ).flatMap((long) => [
    ...methods.map((method) => `(${long}).${method}`),
    `item.list.map(x, ${long})`,
    `item.list.map(x, item.list.map(y, ${long}))`,
  ])
}

/** With backtracking, on a text that makes it worst: the language has none of them. */
function patterns(): string[] {
  const hostile = ['(a+)+$', '(a|a)*b', '(a*)*b', '([a-z]+)*1', '(.*a){20}', '^(a?){30}a{30}$', '(?=(a+))a*b']
  return hostile.flatMap((pattern) => [
    `item.text.matches("${pattern}")`,
    `matches(item.text, "${pattern}")`,
    `item.list.all(x, item.text.matches("${pattern}"))`,
    `item.text.replace("${pattern}", "b")`,
    `item.text.split("${pattern}")`,
  ])
}

function nestedMacros(): string[] {
  return macros.flatMap((outer) =>
    macros.flatMap((inner) =>
      lists.flatMap((list) =>
        tests.map((test) => `${list}.${outer}(x, ${list}.${inner}(y, ${test}) == true)`),
      ),
    ),
  )
}

function arithmetic(): string[] {
  const operands = [
    '9223372036854775807',
    '-9223372036854775808',
    '0',
    '0.0',
    '1e308',
    '18446744073709551615u',
    'item.n',
  ]
  const signs = ['+', '-', '*', '/', '%']
  return operands.flatMap((left) =>
    operands.flatMap((right) => signs.map((sign) => `${left} ${sign} ${right}`)),
  )
}

function conversions(): string[] {
  const names = [
    'int',
    'uint',
    'double',
    'string',
    'bool',
    'timestamp',
    'duration',
    'bytes',
    'type',
    'dyn',
    'number',
  ]
  const values = [
    'item.text',
    `"${'9'.repeat(400)}"`,
    '"1e999"',
    'item.list',
    'item',
    'null',
    '"P1Y"',
    '-0.0',
  ]
  return names.flatMap((name) => values.map((value) => `${name}(${value})`))
}

function escapes(): string[] {
  const names = [
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    '__defineGetter__',
    'process',
    'globalThis',
  ]
  return names.flatMap((name) => [
    `item.${name}`,
    `item["${name}"]`,
    `item["${name}"]["constructor"]`,
    `item.text.${name}("return process")`,
    `${name}`,
    `${name}("x")`,
    `item.list.${name}.${name}`,
  ])
}

export const hostileExpressions: Record<string, string[]> = {
  nesting: nesting(),
  texts: texts(),
  patterns: patterns(),
  'nested macros': nestedMacros(),
  arithmetic: arithmetic(),
  conversions: conversions(),
  escapes: escapes(),
}
