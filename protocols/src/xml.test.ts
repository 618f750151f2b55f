import { expect, test } from 'vitest'
import { escapeXml, parseXml, textIn } from './xml.ts'

test('reads elements, attributes and texts, whatever their prefix', () => {
  const root = parseXml(
    `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- pushed --><s:list xmlns:s="urn:s" s:count='2'>
      <s:one> a &lt;&amp;&gt; &quot;b&quot; &apos;c&apos; &#233;&#xE9; </s:one><two/><two >x</two ></s:list>\n`,
  )
  expect(root).toMatchObject({ name: 'list', attributes: { count: '2' } })
  expect(root!.children.map(({ name }) => name)).toEqual(['one', 'two', 'two'])
  expect(textIn(root!, 'one')).toBe(`a <&> "b" 'c' éé`)
  expect(textIn(root!, 'two')).toBeUndefined()
  expect(textIn(root!, 'three')).toBeUndefined()
})

const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;">]>
  <list>&lol2;</list>`

test.each([
  ['an entity bomb', bomb],
  ['an undefined entity', '<list>&lol;</list>'],
  ['an entity of every object', '<list>&toString;</list>'],
  ['an entity without an end', '<list>& more</list>'],
  ['an external entity', '<!DOCTYPE list SYSTEM "file:///etc/passwd"><list/>'],
  ['a document type further down', '<list><!DOCTYPE list></list>'],
  ['a character section', '<list><![CDATA[<a>]]></list>'],
  ['an instruction', '<?xml version="1.0"?><?php echo 1 ?><list/>'],
  ['an invalid character', '<list>&#0;</list>'],
  ['half a character', '<list>&#xD800;</list>'],
  ['a number beyond all characters', '<list>&#x110000;</list>'],
  ['nothing', ''],
  ['text alone', 'hello'],
  ['text before the root', 'hello <list/>'],
  ['text after the root', '<list/> hello'],
  ['two roots', '<list/><list/>'],
  ['an element that is not closed', '<list><one></list>'],
  ['an element closed twice', '<list></list></list>'],
  ['crossed elements', '<list><a><b></a></b></list>'],
  ['a tag cut off', '<list><one'],
  ['a comment cut off', '<list><!-- one</list>'],
  ['an attribute without quotes', '<list count=2/>'],
  ['an attribute cut off', '<list count="2/>'],
  ['an invalid name', '<1list/>'],
  ['a blank before the name', '< list/>'],
])('refuses %s', (_name, document) => {
  expect(parseXml(document)).toBeUndefined()
})

test('refuses a document truncated anywhere', () => {
  const whole = '<?xml version="1.0"?><list a="1"><one>2</one><!-- 3 --><two b=\'4\'/></list>'
  expect(parseXml(whole)).toBeDefined()
  for (let length = 0; length < whole.length; length += 1) {
    expect(parseXml(whole.slice(0, length))).toBeUndefined()
  }
})

test('is bounded in depth, number and size', () => {
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  expect(parseXml(nested(8))).toBeDefined()
  expect(parseXml(nested(9))).toBeUndefined()
  expect(parseXml(`<list>${'<a/>'.repeat(19_999)}</list>`)).toBeDefined()
  expect(parseXml(`<list>${'<a/>'.repeat(20_000)}</list>`)).toBeUndefined()
  expect(parseXml(`<list>${'x'.repeat(262_132)}</list>`)).toBeUndefined()
  expect(parseXml(`<list ${'a="1" '.repeat(21)}/>`)).toBeUndefined()
})

test.each([
  ['opening brackets', '<'],
  ['opened elements', '<a>'],
  ['empty elements', '<a/>'],
  ['comments that begin', '<!--'],
  ['ampersands', '&'],
  ['entities', '&amp;'],
  ['blanks in a tag', ' '],
  ['attributes', 'a="1" '],
  ['attributes without an end', 'a="'],
  ['names', 'a'],
  ['names with blanks', 'a '],
  ['equals signs', 'a = '],
])('reads or refuses a quarter of a megabyte of %s at once', (_name, piece) => {
  const many = piece.repeat(260_000 / piece.length)
  const startedAt = process.threadCpuUsage()
  for (const document of [many, `<a>${many}`, `<a ${many}`, `<a ${many}>`, `<?xml ${many}`])
    parseXml(document)
  const { user, system } = process.threadCpuUsage(startedAt)
  expect(user + system).toBeLessThan(500_000)
})

test('escaped text round-trips', () => {
  const text = `<&>"' &amp; é`
  expect(parseXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`)).toMatchObject({
    text,
    attributes: { b: text },
  })
})
