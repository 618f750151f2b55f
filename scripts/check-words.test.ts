import { expect, test } from 'vitest'
import { findWords } from './check-words.ts'

const textsOf = (source: string) => findWords(source).map(({ text }) => text)

test('finds text between tags, with its line', () => {
  const source = `// A comment.\n\nexport const a = <p>\n  {t('ok')}\n  <b>Hello</b>\n</p>\n`
  expect(findWords(source)).toEqual([{ line: 5, text: 'Hello' }])
})

test('finds text in attributes, however it is written', () => {
  expect(textsOf(`<Button aria-label="Close" title={isOpen ? 'Hide' : t('show')} />`)).toEqual([
    'Close',
    'Hide',
  ])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
  expect(textsOf('<Input placeholder={`Search ${what}`} nothingFoundMessage={"Nothing"} />')).toEqual([
    'Search',
    'Nothing',
  ])
  expect(textsOf(`<p>{isDone && 'Done'} {name ?? 'nothing'}</p>`)).toEqual(['Done', 'nothing'])
})

test('finds the text of a notification', () => {
  expect(textsOf(`notifications.show({ title: t('saved'), message: 'It was saved' })`)).toEqual([
    'It was saved',
  ])
})

test('ignores keys, class names, symbols and comparisons', () => {
  const source = `
    const routes = { live: '/live' }
    export const a = (
      <Link to="/live" className="marker" aria-current={path === '/live' ? 'page' : undefined} label={t('rail.live')}>
        {status === 'moving' && t('status.moving')} · {'–'} <Kbd>{'/'}</Kbd>
      </Link>
    )`
  expect(textsOf(source)).toEqual([])
})
