// How to call each operation, and the expected statuses. An operation without a recipe fails the contract tests.

import { newId, randomText } from '../../src/platform/crypto/ids.ts'
import { onePixel } from '../pictures.ts'
import { newBrowserKeys } from '../push-browsers.ts'
import type { Operation } from './openapi.ts'
import type { Things } from './things.ts'

export interface Ask {
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Recipe {
  ask?: (things: Things) => Ask
  /** Path parameters that differ from the usual object of that name. */
  ids?: (things: Things) => Partial<Record<string, string>>
  good: number
  /** For the owner, with objects of another account. `own`: the request references no object. */
  foreign: 404 | 400 | 401 | 403 | 'own'
  /** With objects of the account: for another account, a user of another group with every privilege, a read-only user. */
  otherAccount: number
  outsider: number
  reader: number
  /** Another reseller, and the one above that of the account; by default as another account. */
  otherReseller?: number
  provider?: number
  /** The object belongs to the whole account, so a user of another group may change it. */
  ofAccount?: true
}

const webauthn = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const noAttestation = { ...webauthn, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const noAssertion = {
  ...webauthn,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const csv = { 'content-type': 'text/csv' }
const photo = () => ({ body: onePixel, headers: { 'content-type': 'image/png' } })
const newUser = (groupId: string) => ({
  name: 'New User',
  email: `new-${randomText(8).toLowerCase()}@example.com`,
  country: 'ES',
  timeZone: 'Europe/Madrid',
  groupIds: [groupId],
})
const period = { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' }
const shortPeriod = { from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' }
/** With the trips of the last hour. */
const someDays = () => {
  const [from, to] = [-2, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  )
  return `from=${from}&to=${to}`
}
const report = () => ({ report: 'trips', ...Object.fromEntries(new URLSearchParams(someDays())) })
const newRule = () => ({ name: `Rule ${randomText(8)}`, type: 'sos' })
const location = () => ({ dateTime: new Date().toISOString(), latitude: 41.2, longitude: 2.2 })
const nearby = () => ({ query: 'latitude=41.2&longitude=2.2' })
const rename = () => ({ body: { name: `Renamed ${randomText(8)}` } })
const circle = () => ({
  body: { name: `Port ${randomText(8)}`, geometry: { type: 'Point', coordinates: [2.2, 41.4] }, radius: 500 },
})
const newDriver = () => ({ body: { name: `Driver ${randomText(8)}`, phone: '+34600111222' } })
const newTag = () => ({ body: { tag: randomText(16) } })
const newContact = () => ({
  name: 'Contact',
  channel: 'email',
  address: `contact-${randomText(8).toLowerCase()}@example.com`,
})
const stopAfter = () => ({ body: { profile: 'vehicle', stopSeconds: 240 } })
const dryRunOfSettings = () => ({ body: { settings: { stopSeconds: 240 }, ...shortPeriod } })
const applied = () => ({ body: { from: '2026-01-01T00:00:00Z' } })
const newMapping = { identifier: 'item.id', latitude: 'item.lat', longitude: 'item.lon' }
const newWebhook = () => ({ name: 'Webhook', url: `https://127.0.0.1:9/${randomText(8)}`, events: ['alert'] })
const newFuelSensor = () => ({ body: { name: 'Tank', source: 'fuel', tankLitres: 80 } })
const week = { from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z' }
const newDefinition = () => ({
  body: {
    name: `Saved ${randomText(8)}`,
    request: { report: 'trips', from: '2026-11-01', to: '2026-11-30', format: 'csv' },
  },
})
const newPolicy = ({ contactId }: Things) => ({
  body: { name: 'fresh', steps: [{ afterMinutes: 5, contacts: [contactId] }] },
})
const newOnCallSchedule = ({ contactId }: Things) => ({
  body: { name: 'fresh', layers: [{ startsOn: '2026-01-01', participants: [contactId] }] },
})
const linkedOfAccount = { foreign: 400, otherAccount: 400, outsider: 403, reader: 403 } as const
const newPlan = () => ({ body: { name: `Plan ${randomText(8)}`, everyKm: 15_000, everyDays: 365 } })
const newSchedule = ({ recipientId }: Things) => ({
  body: {
    name: 'fresh',
    request: { report: 'fleetSummary' },
    formats: ['pdf', 'xlsx'],
    rhythm: { every: 'weekly', weekday: 'monday' },
    time: '06:30',
    period: 'lastWeek',
    recipients: [recipientId],
  },
})
const noScim = () => ({ id: 'none' })
const scimBody = () => ({ body: { userName: 'nobody@example.com' } })
const newSso = () => ({
  body: {
    ...{ name: 'Alpha', issuer: 'https://127.0.0.1:9', clientId: 'rastro', clientSecret: 'secret' },
    ...{ mode: 'off', createsUsers: false, keepsApiKeys: true, claim: 'groups', roles: [] },
  },
})
const link = () => ({ body: { secret: '0'.repeat(65) } })
const choice = () => ({ body: { secret: '0'.repeat(65), newPassword: 'a sled, a compass and 40 dogs' } })
const expiredDevice = (things: Things) => ({ deviceId: things.expiredId })

/** Statuses for readable and for writable objects. */
const seen = { foreign: 404, otherAccount: 404, outsider: 404, reader: 200 } as const
const written = { foreign: 404, otherAccount: 404, outsider: 404, reader: 403 } as const
const own = { foreign: 'own', otherAccount: 200, outsider: 200, reader: 200 } as const
const noLink = { foreign: 404, otherAccount: 404, outsider: 404, reader: 404 } as const
/** Only with access to all devices. */
const ofAllDevices = { foreign: 'own', outsider: 403, reader: 403 } as const
/** Without a recent sign-in of a session, nothing is looked up. */
const proven = { foreign: 403, otherAccount: 403, outsider: 403, reader: 403 } as const
/** For administrators of a staff account: of what is below its reseller. */
const ofResale = { foreign: 404, otherAccount: 404, outsider: 403, reader: 403, provider: 200 } as const
const ofInstallation = { foreign: 'own', otherAccount: 403, outsider: 403, reader: 403 } as const
const ofOwnResale = { ...ofResale, foreign: 'own', otherReseller: 200 } as const
const newBrand = () => ({ body: { name: 'Alpha Fleet', shortName: 'Alpha', color: '#0b7285' } })
const inMonth = () => ({ query: 'from=2026-10-01&to=2026-10-31' })
const newPrices = () => ({
  body: {
    name: 'Standard',
    currency: 'EUR',
    prices: { licenseDay: 50_000, email: 0, sms: [{ prefix: '', price: 80_000 }], accountMonth: 0 },
  },
})
/** The same one each time: only so many are new in a day. */
const newHost = () => ({ body: { host: 'new.alpha.example' } })
const hostSettings = () => ({ body: { isHome: false, servesDocs: false } })
/** Callers other than the platform are refused. */
const ofPlatform = () => ({ body: { sender: 'AlphaGPS' } })
const because = () => ({ body: { reason: 'Unpaid.' } })
const newFleet = ({ resellerId }: Things) => ({
  body: {
    name: 'Fleet',
    timeZone: 'UTC',
    resellerId,
    owner: { name: 'Eva', email: `eva-${randomText(8).toLowerCase()}@example.com`, country: 'ES' },
  },
})
/** For the administrators of the account itself. */
const ofAdministrators = { foreign: 'own', otherAccount: 200, outsider: 403, reader: 403 } as const
const ofSession = { foreign: 404, otherAccount: 404 } as const
/** What staff asks for is found by people who signed in; features/resale/support.test.ts tries it. */
const noSupport = () => ({ supportSessionId: `sup_${'0'.repeat(22)}` })
const newSupport = ({ accountId }: Things) => ({ body: { accountId, reason: 'Ticket 4711' } })
const conflicting = { foreign: 'own', otherAccount: 409, outsider: 409, reader: 409 } as const
/** To a provider or back to the interface, without a session. */
const redirected = { foreign: 'own', otherAccount: 303, outsider: 303, reader: 303 } as const
/** Another account has no domain and no provider. */
const ownDomain = { foreign: 404, otherAccount: 404, outsider: 403, reader: 403 } as const
const open = { foreign: 401, otherAccount: 401, outsider: 401, reader: 401 } as const

export const recipes: Record<string, Recipe> = {
  listPublicKeys: { good: 200, ...own },
  getWebConfig: { good: 200, ...own },
  getToken: {
    ask: ({ userName, apiKey }) => ({ body: { userName, apiKey } }),
    good: 200,
    ...open,
  },
  startSignIn: { ask: ({ userName }) => ({ body: { userName } }), good: 200, ...own },
  beginSso: { ask: () => ({ query: 'userName=nobody@nowhere.example' }), good: 303, ...redirected },
  // Without the cookie of a sign-in.
  finishSso: { good: 303, ...redirected },
  // Without a provider; features/sso tries tokens.
  endSsoSessions: {
    ask: () => ({
      body: 'logout_token=none',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    good: 400,
    foreign: 400,
    otherAccount: 400,
    outsider: 400,
    reader: 400,
  },
  // With a SCIM key; features/scim tries them.
  getScimConfig: { good: 401, ...open },
  listScimTypes: { good: 401, ...open },
  listScimSchemas: { good: 401, ...open },
  listScimUsers: { good: 401, ...open },
  getScimUser: { ids: noScim, good: 401, ...open },
  createScimUser: { ask: scimBody, good: 401, ...open },
  replaceScimUser: { ids: noScim, ask: scimBody, good: 401, ...open },
  patchScimUser: { ids: noScim, ask: scimBody, good: 401, ...open },
  deleteScimUser: { ids: noScim, good: 401, ...open },
  listScimGroups: { good: 401, ...open },
  getScimGroup: { ids: noScim, good: 401, ...open },
  createScimGroup: { ask: scimBody, good: 401, ...open },
  replaceScimGroup: { ids: noScim, ask: scimBody, good: 401, ...open },
  patchScimGroup: { ids: noScim, ask: scimBody, good: 401, ...open },
  deleteScimGroup: { ids: noScim, good: 401, ...open },
  listScimKeys: { good: 200, ...ofAdministrators },
  createScimKey: { ask: () => ({ body: { name: 'fresh' } }), good: 201, ...proven },
  deleteScimKey: { good: 200, ...proven },
  getSso: { good: 200, ...ofAdministrators },
  replaceSso: { ask: newSso, good: 200, ...proven },
  deleteSso: { good: 200, ...proven },
  addSsoDomain: { ask: () => ({ body: { domain: 'alpha.example' } }), good: 201, ...proven },
  checkSsoDomain: { good: 200, ...ownDomain },
  deleteSsoDomain: { good: 200, ...proven },
  signIn: { ask: ({ userName, password }) => ({ body: { userName, password } }), good: 200, ...open },
  changeOwnPassword: {
    ask: ({ userName, password }) => ({ body: { userName, password, newPassword: password } }),
    good: 200,
    ...open,
  },
  requestPasswordReset: {
    ask: ({ userName }) => ({ body: { userName } }),
    good: 202,
    foreign: 'own',
    otherAccount: 202,
    outsider: 202,
    reader: 202,
  },
  // No link has this secret; the tests of the features use real ones.
  confirmPasswordReset: { ask: choice, good: 404, ...noLink },
  openInvitation: { ask: link, good: 404, ...noLink },
  acceptInvitation: { ask: choice, good: 404, ...noLink },
  openSupportLink: { ask: link, good: 404, ...noLink },
  answerSupportLink: {
    ask: () => ({ body: { secret: '0'.repeat(65), isApproved: true } }),
    good: 404,
    ...noLink,
  },
  confirmEmail: { ask: link, good: 404, ...noLink },
  undoEmailChange: { ask: link, good: 404, ...noLink },
  refreshSession: { good: 401, ...open },
  // Without the cookies of a sign-in.
  continueSignIn: { ask: () => ({ body: { code: '000000' } }), good: 401, ...open },
  startEnrolment: { good: 401, ...open },
  proveIdentity: { ask: ({ password }) => ({ body: { password } }), good: 401, ...open },
  startPasskeySignIn: { ask: () => ({ body: {} }), good: 200, ...own },
  signInWithPasskey: { ask: () => ({ body: { response: noAssertion } }), good: 401, ...open },
  // The secret of a share stops nothing.
  stopRecovery: {
    ask: ({ secret }) => ({ body: { secret: `${newId('acc')}.${secret}` } }),
    good: 404,
    ...noLink,
  },
  getRelatedOrigins: { good: 200, ...own },
  signOut: { good: 200, ...own },
  // Off unless the operator switches it on.
  getSignUp: { good: 404, ...noLink },
  signUp: {
    ask: () => ({
      body: {
        email: 'new@example.com',
        name: 'New',
        accountName: 'Fleet',
        country: 'ES',
        timeZone: 'UTC',
        language: 'en',
        challenge: `0.${randomText(22)}.${'A'.repeat(43)}`,
        nonces: [],
      },
    }),
    good: 404,
    ...noLink,
  },
  confirmSignUp: {
    ask: () => ({ body: { secret: randomText(43), newPassword: randomText(20) } }),
    good: 404,
    ...noLink,
  },
  getSetup: { good: 200, ...own },
  // The stage has accounts, so the installation is set up.
  setUp: {
    ask: () => ({
      body: {
        code: 'none',
        email: 'new@example.com',
        name: 'New',
        accountName: 'Fleet',
        country: 'ES',
        timeZone: 'UTC',
        language: 'en',
        licenses: 1,
        newPassword: randomText(20),
      },
    }),
    good: 409,
    foreign: 'own',
    otherAccount: 409,
    outsider: 409,
    reader: 409,
  },

  listOwnSessions: { good: 200, ...own },
  endOtherSessions: { good: 200, ...own },
  endOwnSession: { good: 200, foreign: 404, otherAccount: 404, outsider: 404, reader: 404 },
  listOwnSignIns: { good: 200, ...own },

  getAccount: { good: 200, ...own },
  changeAccount: { ask: rename, good: 200, foreign: 'own', otherAccount: 200, outsider: 403, reader: 403 },
  getResale: { good: 200, ...ofOwnResale },
  listResaleAccounts: { good: 200, ...ofOwnResale },
  getResaleAccount: { good: 200, ...ofResale },
  getBrand: { good: 200, ...own },
  getResellerBrand: { good: 200, ...ofOwnResale },
  replaceResellerBrand: { ask: newBrand, good: 200, ...ofOwnResale },
  // The picture of the tests has one pixel.
  replaceBrandPicture: {
    ask: photo,
    ids: () => ({ type: 'icon' }),
    good: 422,
    ...ofOwnResale,
    otherReseller: 422,
  },
  deleteBrandPicture: { ids: () => ({ type: 'icon' }), good: 200, ...ofOwnResale },
  deleteResellerBrand: { good: 200, ...ofOwnResale },
  listResellerHosts: { good: 200, ...ofOwnResale },
  addResellerHost: { ask: newHost, good: 201, ...ofOwnResale, otherReseller: 201 },
  checkResellerHost: { good: 200, ...ofResale, provider: 404, otherReseller: 404 },
  replaceResellerHost: { ask: hostSettings, good: 200, ...ofResale, provider: 404, otherReseller: 404 },
  removeResellerHost: { good: 200, ...ofResale, provider: 404, otherReseller: 404 },
  getSenders: { good: 200, ...ofOwnResale },
  // Its brand was deleted before, or was never set.
  replaceEmailSender: {
    ask: () => ({ body: { address: 'alerts@alpha.example' } }),
    good: 409,
    ...ofOwnResale,
    otherReseller: 409,
  },
  checkEmailSender: { good: 404, ...ofOwnResale, otherReseller: 404 },
  deleteEmailSender: { good: 200, ...ofOwnResale },
  replaceSmsSender: {
    ask: () => ({ body: { sender: 'AlphaGPS' } }),
    good: 409,
    ...ofOwnResale,
    otherReseller: 409,
  },
  deleteSmsSender: { good: 200, ...ofOwnResale },
  listSmsSenders: { good: 200, ...ofOwnResale },
  approveSmsSender: { ask: ofPlatform, good: 403, ...ofResale, foreign: 403, otherReseller: 403 },
  refuseSmsSender: { ask: ofPlatform, good: 403, ...ofResale, foreign: 403, otherReseller: 403 },
  getBrandPicture: { ids: () => ({ file: `${'0'.repeat(64)}.png` }), good: 404, ...noLink },
  getWebManifest: { good: 200, ...own },
  createResaleAccount: { ask: newFleet, good: 201, ...ofResale },
  suspendResaleAccount: { ask: because, good: 200, ...ofResale },
  // It is not suspended.
  reopenResaleAccount: { ask: because, good: 409, ...ofResale },
  replaceResaleAccountTerms: { ask: () => ({ body: { users: 5 } }), good: 200, ...ofResale },
  changeResaleAccountStatuses: {
    ask: ({ accountId }) => ({ body: { accountIds: [accountId], status: 'suspended', reason: 'Unpaid.' } }),
    good: 200,
    // Of what is not below the caller the result is a code.
    ...ofOwnResale,
  },
  listResaleUsage: { ask: inMonth, good: 200, ...ofOwnResale },
  getResaleUsageTotal: { ask: inMonth, good: 200, ...ofOwnResale },
  downloadResaleUsage: { ask: inMonth, good: 200, ...ofOwnResale },
  downloadResaleInvoices: { ask: () => ({ query: 'month=2026-10' }), good: 200, ...ofOwnResale },
  listPriceLists: { good: 200, ...ofOwnResale },
  createPriceList: { ask: newPrices, good: 201, ...ofOwnResale, otherReseller: 201, provider: 201 },
  getPriceList: { good: 200, ...ofResale, provider: 404 },
  replacePriceList: { ask: newPrices, good: 200, ...ofResale, provider: 404 },
  deletePriceList: { good: 200, ...ofResale, provider: 404 },
  // The price list is the caller's, the node is not directly below the provider.
  setNodePrices: {
    ids: ({ accountId }) => ({ nodeId: accountId }),
    ask: ({ priceListId }) => ({ body: { priceListId } }),
    good: 200,
    ...ofResale,
    provider: 404,
  },
  /** Operators sign in; features/installation/installation.test.ts tries it. */
  getInstallationHealth: { good: 403, ...ofInstallation },
  sendTestEmail: { good: 403, ...ofInstallation },
  getTestEmail: { good: 403, ...ofInstallation },
  listResellers: { good: 200, ...ofOwnResale },
  getReseller: { good: 200, ...ofResale },
  createReseller: { ask: newFleet, good: 201, ...ofResale },
  suspendReseller: { ask: because, good: 200, ...ofResale },
  reopenReseller: { ask: because, good: 409, ...ofResale },
  getResellerSpendingCaps: { good: 200, ...ofResale },
  changeResellerSpendingCaps: { ask: () => ({ body: { smsPerDay: 500 } }), good: 200, ...ofResale },
  replaceResellerTerms: { ask: () => ({ body: { users: 5 } }), good: 200, ...ofResale },
  listLicenseTransfers: { good: 200, ...ofOwnResale },
  createLicenseTransfer: {
    ask: ({ resellerId }) => ({ body: { nodeId: resellerId, licenses: 1, reason: 'Order 7.' } }),
    good: 201,
    ...ofResale,
  },
  listSupportRequests: { good: 200, ...ofOwnResale },
  getSupportRequest: { ids: noSupport, good: 404, ...ofResale, provider: 404 },
  requestSupportSession: { ask: newSupport, good: 201, ...proven },
  withdrawSupportSession: { ids: noSupport, good: 404, ...ofResale, provider: 404 },
  openSupportSession: { ids: noSupport, good: 404, ...ofResale, provider: 404 },
  getSupport: { good: 200, ...ofAdministrators },
  changeSupport: { ask: () => ({ body: { mode: 'ask' } }), good: 200, ...proven },
  listSupportSessions: { good: 200, ...ofAdministrators },
  getSupportSession: { good: 200, ...ofAdministrators, ...ofSession },
  approveSupportSession: { ask: () => ({ body: {} }), good: 200, ...proven },
  endSupportSession: { good: 200, ...ofAdministrators, ...ofSession },
  getSignInPolicy: { good: 200, ...own },
  replaceSignInPolicy: { ask: () => ({ body: { secondFactor: 'off' } }), good: 200, ...proven },
  getSecondFactor: { good: 200, ...own },
  startTotp: { good: 200, ...proven },
  // Nothing to confirm.
  confirmTotp: { ask: () => ({ body: { code: '000000' } }), good: 409, ...conflicting },
  // No app to remove, and no factor for recovery codes.
  deleteTotp: { good: 404, ...proven },
  replaceRecoveryCodes: { good: 409, ...proven },
  listPasskeys: { good: 200, ...own },
  startPasskey: { good: 200, ...proven },
  createPasskey: {
    ask: () => ({ body: { name: 'Phone', response: noAttestation } }),
    good: 400,
    foreign: 'own',
    otherAccount: 400,
    outsider: 400,
    reader: 400,
  },
  deletePasskey: { good: 200, ...proven },
  listPushSubscriptions: { good: 200, ...own },
  registerPushSubscription: {
    ask: () => ({
      body: { endpoint: 'https://push.example/1', keys: newBrowserKeys().shown, language: 'en' },
    }),
    good: 201,
    ...proven,
  },
  deletePushSubscription: { good: 200, foreign: 404, otherAccount: 404, outsider: 404, reader: 404 },
  testPushSubscription: {
    ask: () => ({ body: {} }),
    good: 200,
    foreign: 404,
    otherAccount: 404,
    outsider: 404,
    reader: 404,
  },
  getSpendingCaps: { good: 200, foreign: 'own', otherAccount: 200, outsider: 403, reader: 403 },
  changeSpendingCaps: {
    ask: () => ({ body: { smsPerDay: 100 } }),
    good: 200,
    foreign: 'own',
    otherAccount: 200,
    outsider: 403,
    reader: 403,
  },
  listExports: { good: 200, foreign: 'own', otherAccount: 200, outsider: 403, reader: 403 },
  createExport: { good: 201, foreign: 'own', otherAccount: 403, outsider: 403, reader: 403 },
  getExport: { good: 200, foreign: 404, otherAccount: 404, outsider: 403, reader: 403 },
  downloadExport: { good: 200, foreign: 404, otherAccount: 404, outsider: 403, reader: 403 },
  createExportLink: { good: 201, foreign: 404, otherAccount: 404, outsider: 403, reader: 403 },
  // The secret of a share downloads nothing.
  openExportLink: { good: 404, ...noLink },
  getClosing: { good: 200, ...own },
  // With the right name the account would be closed.
  closeAccount: {
    ask: () => ({ body: { name: 'not its name' } }),
    good: 400,
    foreign: 'own',
    otherAccount: 403,
    outsider: 403,
    reader: 403,
  },
  reopenAccount: { good: 409, foreign: 'own', otherAccount: 409, outsider: 403, reader: 403 },
  listApiKeys: { good: 200, ...own },
  createApiKey: { ask: rename, good: 201, foreign: 'own', otherAccount: 201, outsider: 201, reader: 201 },
  patchApiKey: { ask: rename, good: 200, foreign: 404, otherAccount: 404, outsider: 404, reader: 404 },
  endPreviousSecret: { good: 200, foreign: 404, otherAccount: 404, outsider: 404, reader: 404 },
  regenerateApiKey: { good: 200, foreign: 404, otherAccount: 404, outsider: 404, reader: 404 },
  deleteApiKey: { good: 200, foreign: 404, otherAccount: 404, outsider: 404, reader: 404 },

  listUsers: { good: 200, ...own },
  createUser: {
    ask: ({ groupId }) => ({ body: newUser(groupId) }),
    good: 201,
    foreign: 400,
    otherAccount: 400,
    outsider: 403,
    reader: 403,
  },
  listCountries: { good: 200, ...own },
  listTimeZones: { good: 200, ...own },
  getOwnUser: { good: 200, ...own },
  getUser: { good: 200, ...seen, reader: 404 },
  replaceUser: { ask: ({ groupId }) => ({ body: newUser(groupId) }), good: 200, ...written },
  patchUser: { ask: rename, good: 200, ...written },
  deleteUser: { good: 200, ...written },
  // The user has no second factor.
  resetSecondFactor: { good: 409, ...proven },
  inviteUser: { ask: () => ({ body: { language: 'es' } }), good: 200, ...written },
  // Requires a sign-in with the password.
  requestEmailChange: {
    ask: () => ({ body: { email: `own-${randomText(8).toLowerCase()}@example.com` } }),
    good: 403,
    foreign: 'own',
    otherAccount: 403,
    outsider: 403,
    reader: 403,
  },
  listUserSessions: { good: 200, ...written },
  endUserSessions: { good: 200, ...written },
  endUserSession: {
    ids: ({ userSessionId }) => ({ sessionId: userSessionId }),
    good: 200,
    ...written,
  },
  listUserSignIns: { good: 200, ...written },
  transferOwnership: {
    ids: ({ adminId }) => ({ userId: adminId }),
    good: 200,
    // Without a recent sign-in by password, nothing is looked up.
    foreign: 403,
    otherAccount: 403,
    outsider: 403,
    reader: 403,
  },

  listGroups: { good: 200, ...own },
  createGroup: {
    ask: ({ deviceId }) => ({ body: { name: `New ${randomText(8)}`, devices: [deviceId] } }),
    good: 201,
    foreign: 400,
    otherAccount: 400,
    outsider: 403,
    reader: 403,
  },
  getGroup: { good: 200, ...seen },
  replaceGroup: { ask: rename, good: 200, ...written },
  patchGroup: { ask: rename, good: 200, ...written },
  deleteGroup: { good: 200, ...written },

  // At the geofence of the account, which others do not see.
  getPlace: { ask: () => ({ query: 'latitude=41.4&longitude=2.2' }), good: 200, ...own },
  listPlaces: { ask: () => ({ body: { points: [{ latitude: 41.4, longitude: 2.2 }] } }), good: 200, ...own },
  searchPlaces: { ask: () => ({ query: 'q=Port' }), good: 200, ...own },

  listMapProviders: { good: 200, ...own },

  listGeofences: { good: 200, ...own },
  createGeofence: { ask: circle, good: 201, foreign: 'own', otherAccount: 201, outsider: 201, reader: 403 },
  getGeofence: { good: 200, ...seen, outsider: 200, reader: 404 },
  replaceGeofence: { ask: circle, good: 200, ...written, outsider: 200, ofAccount: true },
  patchGeofence: { ask: rename, good: 200, ...written, outsider: 200, ofAccount: true },
  deleteGeofence: { good: 200, ...written, outsider: 200, ofAccount: true },
  // Without the visits of devices that an outsider does not see.
  listVisits: { ask: () => ({ query: String(new URLSearchParams(period)) }), good: 200, ...own },
  listGeofenceVisits: { ask: () => ({ query: 'limit=1' }), good: 200, ...seen, outsider: 200, reader: 404 },
  listPresentDevices: { good: 200, ...seen, outsider: 200, reader: 404 },

  listDrivers: { good: 200, ...own },
  previewDriverImport: {
    ask: () => ({ body: 'name,tag\nImported,CSV1\n', headers: csv }),
    good: 200,
    foreign: 'own',
    otherAccount: 200,
    outsider: 200,
    reader: 403,
  },
  importDrivers: {
    ask: () => ({ body: 'name\nImported\n', headers: csv }),
    good: 201,
    foreign: 'own',
    otherAccount: 201,
    outsider: 201,
    reader: 403,
  },
  createDriver: {
    ask: newDriver,
    good: 201,
    foreign: 'own',
    otherAccount: 201,
    outsider: 201,
    reader: 403,
  },
  getDriver: { good: 200, ...seen, outsider: 200, reader: 404 },
  replaceDriver: { ask: newDriver, good: 200, ...written, outsider: 200, ofAccount: true },
  patchDriver: { ask: rename, good: 200, ...written, outsider: 200, ofAccount: true },
  deleteDriver: { good: 200, ...written, outsider: 200, ofAccount: true },
  listDriverTags: { good: 200, ...seen, outsider: 200, reader: 404 },
  createDriverTag: { ask: newTag, good: 201, ...written, outsider: 201, ofAccount: true },
  replaceDriverTag: { ask: newTag, good: 200, ...written, outsider: 200, ofAccount: true },
  deleteDriverTag: { good: 200, ...written, outsider: 200, ofAccount: true },
  // Without what was driven with devices that an outsider does not see.
  listDriverSessions: { good: 200, ...seen, outsider: 200, reader: 404 },
  listDriverTrips: { ask: () => ({ query: 'limit=1' }), good: 200, ...seen, outsider: 200, reader: 404 },
  listUnknownTags: { good: 200, ...own },
  getDeviceDriver: { good: 200, ...seen },
  assignDriver: { ask: () => ({ body: { driverId: null } }), good: 200, ...written },

  listContacts: { good: 200, ...own },
  listContactChannels: { good: 200, ...own },
  createContact: {
    ask: () => ({ body: newContact() }),
    good: 201,
    foreign: 'own',
    otherAccount: 201,
    outsider: 403,
    reader: 403,
  },
  getContact: { good: 200, ...seen, reader: 404 },
  replaceContact: { ask: () => ({ body: newContact() }), good: 200, ...written },
  patchContact: { ask: rename, good: 200, ...written },
  deleteContact: { good: 200, ...written },
  sendContactCode: { good: 200, ...written },
  // No code was sent yet.
  confirmContactCode: { ask: () => ({ body: { code: '000000' } }), good: 409, ...written },
  // The secret of a share verifies no contact.
  openContactLink: { good: 404, ...noLink },
  confirmContactLink: { good: 404, ...noLink },
  openAcknowledgeLink: { good: 404, ...noLink },
  acknowledgeByLink: { good: 404, ...noLink },
  listNotifications: { good: 200, ...seen },

  sendCommand: { ask: () => ({ body: { type: 'position' } }), good: 201, ...written },
  listCommands: { good: 200, ...written },
  getCommand: { good: 200, ...written },
  cancelCommand: { good: 200, ...written },

  listDevices: { good: 200, ...own },
  createDevice: {
    ask: ({ groupId }) => ({ body: { name: 'New', groups: [groupId] } }),
    good: 201,
    foreign: 400,
    otherAccount: 400,
    outsider: 400,
    reader: 403,
  },
  changeDevices: {
    ask: ({ deviceId }) => ({ body: { update: [{ id: deviceId, patch: { name: 'Renamed' } }] } }),
    good: 200,
    foreign: 'own',
    otherAccount: 200,
    outsider: 200,
    reader: 403,
  },
  listFleet: { good: 200, ...own },
  listNearDevices: { ask: nearby, good: 200, ...own },
  getDevice: { good: 200, ...seen },
  replaceDevice: { ask: rename, good: 200, ...written },
  patchDevice: { ask: rename, good: 200, ...written },
  deleteDevice: { good: 200, ...written },
  getDevicePhoto: { good: 200, ...seen },
  replaceDevicePhoto: { ask: photo, good: 200, ...written },
  deleteDevicePhoto: { good: 200, ...written },
  getLimits: { good: 200, ...seen },
  replaceLimits: { ask: () => ({ body: { dailyEmailLimit: 3 } }), good: 200, ...written },
  patchLimits: { ask: () => ({ body: { dailySmsLimit: 3 } }), good: 200, ...written },
  reactivateDevice: { ids: expiredDevice, ask: () => ({ body: {} }), good: 200, ...written },
  previewImport: {
    ask: () => ({ body: 'name\nImported\n', headers: csv }),
    good: 200,
    foreign: 'own',
    otherAccount: 200,
    outsider: 200,
    reader: 403,
  },
  importDevices: {
    ask: () => ({ body: 'name\nImported\n', headers: csv }),
    good: 201,
    foreign: 'own',
    otherAccount: 201,
    outsider: 201,
    reader: 403,
  },

  getLastLocation: { good: 200, ...seen },
  listLastLocations: { good: 200, ...own },
  listLocations: { ask: () => ({ query: String(new URLSearchParams(period)) }), good: 200, ...seen },
  listTracks: {
    ask: ({ deviceId }) => ({ query: String(new URLSearchParams({ ids: deviceId, ...shortPeriod })) }),
    good: 200,
    ...seen,
  },
  listDeviceTrips: { ask: () => ({ query: String(new URLSearchParams(period)) }), good: 200, ...seen },
  listDeviceStops: { ask: () => ({ query: 'limit=1' }), good: 200, ...seen },
  getTimeline: { ask: () => ({ query: String(new URLSearchParams(shortPeriod)) }), good: 200, ...seen },
  listDeviceDays: { ask: () => ({ query: someDays() }), good: 200, ...seen },
  listTrips: { ask: () => ({ query: String(new URLSearchParams(period)) }), good: 200, ...own },
  listStops: { ask: () => ({ query: 'limit=1' }), good: 200, ...own },
  getTrip: { good: 200, ...seen },
  patchTrip: { ask: () => ({ body: { purpose: 'business', note: 'Customer' } }), good: 200, ...written },
  listTripChanges: { good: 200, ...seen },
  explainTrip: { good: 200, ...seen },
  listTripCorrections: { good: 200, ...seen },
  listTripLocations: { good: 200, ...seen },
  getDashboard: { good: 200, ...own },
  listSummaries: { ask: () => ({ query: `${someDays()}&by=device` }), good: 200, ...own },

  listReports: { good: 200, ...own, reader: 403 },
  previewReport: { ask: () => ({ body: report() }), good: 200, ...own, reader: 403 },
  listReportRuns: { good: 200, ...own, reader: 403 },
  createReportRun: {
    ask: () => ({ body: { ...report(), format: 'csv' } }),
    good: 202,
    ...{ foreign: 'own', otherAccount: 202, outsider: 202, reader: 403 },
  },
  getReportRun: { good: 200, ...written },
  deleteReportRun: { good: 200, ...written },
  downloadReport: { good: 200, ...written },
  createReportLink: { good: 201, ...written },
  listReportDifferences: { good: 200, ...written },
  // The secret of a share downloads nothing.
  openReportLink: { good: 404, ...noLink },

  listActivity: { good: 200, ...seen },
  readOrReportLocations: { ask: () => ({ body: location() }), good: 201, ...written },

  getAccountTripSettings: { good: 200, ...own },
  replaceAccountTripSettings: { ask: stopAfter, good: 200, otherAccount: 200, ...ofAllDevices },
  patchAccountTripSettings: { ask: stopAfter, good: 200, otherAccount: 200, ...ofAllDevices },
  applyAccountTripSettings: { ask: applied, good: 202, otherAccount: 202, ...ofAllDevices },
  dryRunAccountTripSettings: { ask: dryRunOfSettings, good: 200, otherAccount: 200, ...ofAllDevices },
  getGroupTripSettings: { good: 200, ...seen },
  replaceGroupTripSettings: { ask: stopAfter, good: 200, ...written },
  patchGroupTripSettings: { ask: stopAfter, good: 200, ...written },
  applyGroupTripSettings: { ask: applied, good: 202, ...written },
  dryRunGroupTripSettings: { ask: dryRunOfSettings, good: 200, ...written },
  getDeviceTripSettings: { good: 200, ...seen },
  replaceDeviceTripSettings: { ask: stopAfter, good: 200, ...written },
  patchDeviceTripSettings: { ask: stopAfter, good: 200, ...written },
  applyDeviceTripSettings: { ask: applied, good: 202, ...written },
  dryRunDeviceTripSettings: { ask: dryRunOfSettings, good: 200, ...written },
  listFuelSensors: { good: 200, ...seen },
  getFuelSensor: { good: 200, ...seen },
  createFuelSensor: { ask: newFuelSensor, good: 201, ...written },
  replaceFuelSensor: { ask: newFuelSensor, good: 200, ...written },
  patchFuelSensor: { ask: rename, good: 200, ...written },
  deleteFuelSensor: { good: 200, ...written },
  testFuelSensor: { ask: () => ({ body: { source: 'fuel', tankLitres: 80 } }), good: 200, ...written },
  listFuelLevels: { ask: () => ({ query: String(new URLSearchParams(week)) }), good: 200, ...seen },
  listFuelEvents: { good: 200, ...own },
  getFuelEvent: { good: 200, ...seen },
  patchFuelEvent: { ask: () => ({ body: { confirmed: true, litres: 51.5 } }), good: 200, ...written },
  listTrackMarks: { good: 200, ...seen },
  createTrackMark: {
    ask: () => ({ body: { dateTime: new Date(Date.now() - 7_200_000).toISOString(), type: 'join' } }),
    good: 201,
    ...written,
  },
  deleteTrackMark: { good: 200, ...written },
  getOdometer: { good: 200, ...seen },
  setOdometer: { ask: () => ({ body: { value: 128_450.5, note: 'Service' } }), good: 200, ...written },
  listOdometerReadings: { good: 200, ...seen },
  getEngineHours: { good: 200, ...seen },
  setEngineHours: { ask: () => ({ body: { value: 5_120.25 } }), good: 200, ...written },
  listEngineHoursReadings: { good: 200, ...seen },

  listEscalationPolicies: { good: 200, ...own },
  createEscalationPolicy: {
    ask: (things) => ({ body: { ...newPolicy(things).body, name: `Policy ${randomText(8)}` } }),
    good: 201,
    ...linkedOfAccount,
  },
  getEscalationPolicy: { good: 200, ...seen, reader: 404 },
  replaceEscalationPolicy: { ask: newPolicy, good: 200, ...written },
  patchEscalationPolicy: { ask: rename, good: 200, ...written },
  deleteEscalationPolicy: { good: 200, ...written },
  getAlertEscalation: { good: 200, ...seen },
  listOnCallSchedules: { good: 200, ...own },
  createOnCallSchedule: {
    ask: (things) => ({ body: { ...newOnCallSchedule(things).body, name: `Schedule ${randomText(8)}` } }),
    good: 201,
    ...linkedOfAccount,
  },
  getOnCallSchedule: { good: 200, ...seen, reader: 404 },
  replaceOnCallSchedule: { ask: newOnCallSchedule, good: 200, ...written },
  patchOnCallSchedule: { ask: rename, good: 200, ...written },
  deleteOnCallSchedule: { good: 200, ...written },
  getOnCall: { good: 200, ...seen, reader: 404 },
  listOnCallShifts: { good: 200, ...seen, reader: 404 },
  createOnCallOverride: {
    ask: ({ contactId }) => ({
      body: {
        from: new Date().toISOString(),
        to: new Date(Date.now() + 60_000).toISOString(),
        participant: contactId,
      },
    }),
    good: 201,
    ...written,
  },
  deleteOnCallOverride: { good: 200, ...written },
  listMaintenancePlans: { good: 200, ...own },
  createMaintenancePlan: {
    ask: ({ deviceId, groupId }) => ({
      body: { ...newPlan().body, devices: [deviceId], groups: [groupId] },
    }),
    good: 201,
    foreign: 400,
    otherAccount: 400,
    outsider: 403,
    reader: 403,
  },
  getMaintenancePlan: { good: 200, ...seen, reader: 404 },
  replaceMaintenancePlan: { ask: newPlan, good: 200, ...written },
  patchMaintenancePlan: { ask: rename, good: 200, ...written },
  deleteMaintenancePlan: { good: 200, ...written },
  listMaintenance: { good: 200, ...own },
  countMaintenance: { good: 200, ...own },
  listDeviceMaintenance: { good: 200, ...seen },
  recordMaintenanceWork: {
    ask: () => ({ body: { odometer: 128_450.5, costMinor: 12_900, currency: 'EUR', note: 'Oil' } }),
    good: 201,
    ...written,
  },
  listMaintenanceWork: { good: 200, ...seen },
  deleteMaintenanceWork: { good: 200, ...written },

  listAlerts: { good: 200, ...own },
  getAlert: { good: 200, ...seen },
  explainAlert: { good: 200, ...seen },
  changeAlert: { ask: () => ({ body: { note: 'Seen.' } }), good: 200, ...written },
  acknowledgeAlert: { ask: () => ({ body: {} }), good: 200, ...written },
  resolveAlert: { ask: () => ({ body: { note: 'False alarm.' } }), good: 200, ...written },
  listDeviceAlerts: { good: 200, ...seen },
  readOrRaiseAlerts: { ask: () => ({ body: { alert: { name: 'sos' } } }), good: 201, ...written },

  listAlertRules: { good: 200, ...own },
  createAlertRule: {
    ask: ({ deviceId, groupId }) => ({ body: { ...newRule(), devices: [deviceId], groups: [groupId] } }),
    good: 201,
    foreign: 400,
    otherAccount: 400,
    outsider: 403,
    reader: 403,
  },
  getAlertRule: { good: 200, ...seen, reader: 404 },
  replaceAlertRule: { ask: () => ({ body: newRule() }), good: 200, ...written },
  patchAlertRule: { ask: rename, good: 200, ...written },
  deleteAlertRule: { good: 200, ...written },
  dryRunAlertRule: {
    ask: ({ deviceId }) => ({ body: { deviceId, ...shortPeriod, rule: newRule() } }),
    good: 200,
    ...written,
  },

  streamEvents: { ask: () => ({ query: 'forSeconds=1' }), good: 200, ...own },
  listEvents: { good: 200, ...own },
  listIngestKeys: { good: 200, foreign: 'own', otherAccount: 200, outsider: 403, reader: 403 },
  createIngestKey: {
    ask: () => ({ body: { protocol: 'spot-push', name: `Way ${randomText(8)}` } }),
    good: 201,
    foreign: 'own',
    otherAccount: 201,
    outsider: 403,
    reader: 403,
  },
  replaceMapping: {
    ask: () => ({ body: newMapping }),
    good: 200,
    ...written,
    outsider: 403,
  },
  deleteIngestKey: { good: 200, ...written, outsider: 403 },
  listMappingTemplates: { good: 200, ...own, reader: 403 },
  testMapping: {
    ask: () => ({ body: { mapping: newMapping, payload: '{"id":"x","lat":1,"lon":2}' } }),
    good: 200,
    foreign: 'own',
    otherAccount: 200,
    outsider: 403,
    reader: 403,
  },

  listShares: { good: 200, ...own, reader: 403 },
  createShare: {
    ask: ({ deviceId }) => ({ body: { name: 'Share', type: 'live', devices: [deviceId] } }),
    good: 201,
    foreign: 400,
    otherAccount: 400,
    outsider: 400,
    reader: 403,
  },
  getShare: { good: 200, ...written },
  patchShare: { ask: rename, good: 200, ...written },
  deleteShare: { good: 200, ...written },
  // The secret alone gives access.
  openShare: { good: 200, ...own },
  listSharedLocations: { ask: () => ({ query: 'device=1' }), good: 200, ...own },
  watchShare: { ask: () => ({ query: 'forSeconds=1' }), good: 200, ...own },
  listWebhooks: { good: 200, ...own },
  createWebhook: {
    ask: ({ deviceId, groupId }) => ({ body: { ...newWebhook(), devices: [deviceId], groups: [groupId] } }),
    good: 201,
    foreign: 400,
    otherAccount: 400,
    outsider: 403,
    reader: 403,
  },
  getWebhook: { good: 200, ...seen, reader: 404 },
  replaceWebhook: { ask: () => ({ body: newWebhook() }), good: 200, ...written },
  patchWebhook: { ask: rename, good: 200, ...written },
  deleteWebhook: { good: 200, ...written },
  replaceWebhookSecret: { good: 200, ...written },
  testWebhook: { good: 200, ...written },
  redeliverPeriod: { ask: () => ({ body: period }), good: 202, ...written },
  listWebhookDeliveries: { good: 200, ...seen, reader: 404 },
  redeliverWebhook: { good: 200, ...written },

  listReportDefinitions: { good: 200, ...own, reader: 403 },
  createReportDefinition: {
    ask: newDefinition,
    good: 201,
    foreign: 'own',
    otherAccount: 201,
    outsider: 201,
    reader: 403,
  },
  getReportDefinition: { good: 200, ...seen, reader: 403 },
  replaceReportDefinition: { ask: newDefinition, good: 200, ...written },
  patchReportDefinition: { ask: rename, good: 200, ...written },
  deleteReportDefinition: { good: 200, ...written },
  listReportSchedules: { good: 200, ...own, reader: 403 },
  createReportSchedule: {
    ask: newSchedule,
    good: 201,
    foreign: 400,
    otherAccount: 400,
    outsider: 400,
    reader: 403,
  },
  getReportSchedule: { good: 200, ...seen, reader: 403 },
  replaceReportSchedule: { ask: newSchedule, good: 200, ...written },
  patchReportSchedule: { ask: () => ({ body: { time: '05:15' } }), good: 200, ...written },
  deleteReportSchedule: { good: 200, ...written },
  // The address of the account holder is not verified.
  testReportSchedule: { good: 409, ...written },
  listReportScheduleRuns: { good: 200, ...seen, reader: 403 },
  getReportEmailLimit: { good: 200, otherAccount: 200, ...ofAllDevices },
  changeReportEmailLimit: {
    ask: () => ({ body: { dailyReportEmailLimit: 50 } }),
    good: 200,
    otherAccount: 200,
    ...ofAllDevices,
  },

  listChanges: { good: 200, foreign: 'own', otherAccount: 200, outsider: 200, reader: 403 },
}

export interface Request {
  path: string
  body: unknown
  headers: Record<string, string>
}

/** The request of a recipe with these objects. */
export function requestOf({ id, path }: Operation, things: Things): Request {
  const { ask, ids } = recipes[id]!
  const { query, body, headers = {} } = ask?.(things) ?? {}
  const names: Record<string, string | undefined> = { ...things, ...ids?.(things) }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? `{${name}}`)
  return { path: query ? `${filled}?${query}` : filled, body, headers }
}
