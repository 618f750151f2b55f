// A browser context that fails the test on console errors, uncaught errors, violations of the content security policy
// and requests to other hosts.

import type { Browser, BrowserContext, Page } from 'playwright-core'

export interface VisitorOptions {
  theme?: 'light' | 'dark'
  /** The browser's language, also with a region: `en-GB`. */
  language?: 'en' | 'es' | 'pt' | 'en-GB'
  width?: number
  height?: number
  /** Otherwise a page that was loaded before would hide that the server is away. */
  serviceWorker?: boolean
}

export interface Visitor {
  context: BrowserContext
  page: Page
  /** Opens a path of the interface. */
  goTo(path: string): Promise<void>
  /** Without the form: the session exists when the first page opens. */
  signIn(user: { userName: string; password: string }, path?: string): Promise<void>
  /** Ignores an error that the test provokes on purpose. */
  expects(complaint: RegExp): void
  /** Ignores what a browser reports when its connection breaks. */
  expectsOutage(): void
  faults(): string[]
}

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/** The page asks for a session before anybody signed in. */
const notSignedIn = /401.*\/session\/refresh$/

/** The map logs every tile and worker that it fails to load. Chromium gives some failed requests of a worker no message. */
const brokenConnection =
  /net::ERR_|Failed to fetch|Failed to load resource|Part not loaded|maplibre-gl|^error: $/

export async function openVisitor(
  browser: Browser,
  url: string,
  {
    theme = 'light',
    language = 'en',
    width = desktop.width,
    height = desktop.height,
    serviceWorker = false,
  }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    // A quarter of the pixels: without a graphics card, drawing the map takes longer than everything else.
    deviceScaleFactor: 0.5,
    colorScheme: theme,
    locale: language,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(30_000)
  const complaints: string[] = []
  const expected = [notSignedIn]
  watch(context, url, (complaint) => complaints.push(complaint))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      // biome-ignore lint/suspicious/noConsole: console events are how the page reports to the test.
      console.error(`the page broke its policy: ${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  const page = await context.newPage()

  return {
    context,
    page,
    async goTo(path) {
      await page.goto(path)
    },
    async signIn({ userName, password }, path = '/live') {
      // Shares the cookies of the page. Without page.route, which would turn off the cache of the browser.
      const answer = await context.request.post('/session', {
        data: { userName, password },
        headers: { origin: url },
      })
      const status = answer.status()
      if (status !== 200) throw new Error(`${userName} could not sign in: ${status}`)
      await page.goto(path)
    },
    expects(complaint) {
      expected.push(complaint)
    },
    expectsOutage() {
      expected.push(brokenConnection)
    },
    faults: () => complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
  }
}

function watch(context: BrowserContext, url: string, complain: (what: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) =>
    complain(`error: ${error.error().stack || error.error().message || error.error().name}`),
  )
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== url) complain(`request to another host: ${request.url()}`)
  })
}
