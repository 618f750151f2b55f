import { expect, test } from 'vitest'
import { parseAgent } from './user-agent.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

test.each([
  [`${windows} Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} Safari/537.36 Edg/156.0.0.0`, 'Edge', 'Windows'],
  [`${windows} Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/156.0 Safari/604.1',
    'Chrome',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/29.0 Chrome/136.0 Mobile',
    'Samsung Internet',
    'Android',
  ],
  ['curl/8.14.1', 'curl', null],
  ['', null, null],
  [undefined, null, null],
  ['https://evil.example/ <script>', null, null],
])('%s', (agent, browser, system) => {
  expect(parseAgent(agent)).toEqual({ browser, system })
})
