import { expect, test } from 'vitest'
import { findWords } from './check-words.ts'

const textsOf = (source: string) => findWords(source).map(({ text }) => text)

test('text between tags is found, with its line', () => {
  const source = `// A comment.\n\nexport const a = <p>\n  {t('ok')}\n  <b>Hello</b>\n</p>\n`
  expect(findWords(source)).toEqual([{ line: 5, text: 'Hello' }])
})

test('so is what people read of a tag, however it is written', () => {
  expect(textsOf(`<Button aria-label="Close" title={isOpen ? 'Hide' : t('show')} />`)).toEqual([
    'Close',
    'Hide',
  ])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
  expect(textsOf('<Input placeholder={`Search ${what}`} nothingFoundMessage={"Nothing"} />')).toEqual([
    'Search',
    'Nothing',
  ])
  expect(textsOf(`<p>{isDone && 'Done'} {name ?? 'nobody'}</p>`)).toEqual(['Done', 'nobody'])
})

test('so is what a notification says', () => {
  expect(textsOf(`notifications.show({ title: t('saved'), message: 'It was saved' })`)).toEqual([
    'It was saved',
  ])
})

test('what nobody reads may stay: keys, names of classes, marks, comparisons', () => {
  const source = `
    const rooms = { live: '/live' }
    export const a = (
      <Link to="/live" className="place" aria-current={path === '/live' ? 'page' : undefined} label={t('rail.live')}>
        {status === 'moving' && t('status.moving')} · {'–'} <Kbd>{'/'}</Kbd>
      </Link>
    )`
  expect(textsOf(source)).toEqual([])
})
