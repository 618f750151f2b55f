// Entry point: loads messages and styles, and starts the router.

import './mantine.css'
import './app.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadFirstMessages, loadMessages } from '../messages/messages.ts'
import { getPreferences, onPreferences } from '../session/preferences.ts'
import { session } from '../session/session.ts'
import { loadCachedFont, loadFont } from '../ui/font.ts'
import { inBackground } from '../ui/in-background.ts'
import { keepInstallOffer } from '../ui/install-offer.ts'
import { reloadWhenBack } from '../ui/reload-when-back.ts'
import { hideSplash } from '../ui/splash.ts'
import { AppNotifications } from './app-notifications.tsx'
import { Branded } from './branded.tsx'
import { keepPageWithoutChunks } from './chunk-errors.ts'
import { setNonce } from './nonce.ts'
import { createAppRouter } from './router.tsx'

/** Between two attempts to start, if a reload did not help. */
const startAgainMs = 30_000
/** On the live map the font follows the list instead. */
const fontAfterMs = 3_000

const queries = new QueryClient({
  defaultOptions: {
    // The client already retries failed requests.
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    // Fails without a connection, instead of waiting for it with a spinner: the form then explains it.
    mutations: { networkMode: 'always' },
  },
})
const router = createAppRouter(queries, loadMessages)
session.onSignedOut(() => {
  queries.clear()
  if (router.state.location.pathname === '/sign-in') return
  inBackground(router.navigate({ to: '/sign-in', search: { next: router.state.location.href } }))
})

// The server writes the names of places.
let written = getPreferences()
onPreferences(() => {
  const { language, units } = getPreferences()
  if (language === written.language && units === written.units) return
  written = getPreferences()
  inBackground(queries.invalidateQueries())
})

setNonce()
keepInstallOffer()
keepPageWithoutChunks()
loadCachedFont()
// The logo stays until the first view is loaded.
router.subscribe('onResolved', hideSplash)
router.subscribe('onResolved', ({ toLocation }) => {
  if (toLocation.pathname !== '/live') setTimeout(loadFont, fontAfterMs)
})
try {
  await loadFirstMessages()
} catch (error) {
  retryStart()
  throw error
}
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Branded>
        <AppNotifications />
        <RouterProvider router={router} />
      </Branded>
    </QueryClientProvider>
  </StrictMode>,
)

function retryStart(): void {
  reloadWhenBack(() => setTimeout(retryStart, startAgainMs))
}
