import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { answer, failures } from '../../platform/http/responses.ts'
import type { Routes } from '../../platform/http/server.ts'
import { write } from '../../platform/http/write.ts'
import { createResolver } from '../../platform/outbound/guard.ts'
import { addDomain, deleteDomain, readProof, recordOf, settleProof } from './domain.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { logoutUriOf } from './logout.ts'
import type { ShownSettings } from './provider.api.ts'
import { deleteSettings, getSettings, readSettings, replaceSettings } from './provider.api.ts'
import { redirectUriOf } from './sign-in.ts'
import { DomainPath, SsoBody, SsoDomainView, SsoView, ssoFields } from './sso.schema.ts'

const tags = ['Single sign-on']
const path = '/api/account/sso'
const SsoAnswer = answer(ssoFields)

export const ssoRoutes: Routes = (app, ctx) => {
  app.addSchema(SsoView)
  app.addSchema(SsoDomainView)
  const { faultOf } = createGuardedFetch(ctx)
  const resolver = createResolver(ctx.config.webhooks.dnsServers)

  app.get(
    path,
    {
      schema: {
        operationId: 'getSso',
        summary: 'Get the single sign-on settings',
        description: 'For the account holder and administrators. Without the client secret.',
        tags,
        response: { 200: SsoAnswer, ...failures },
      },
    },
    async ({ caller }) => view(ctx, caller, await getSettings(ctx, caller)),
  )

  app.put(
    path,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replaceSso',
        summary: 'Replace the single sign-on settings',
        description:
          'For the account holder and administrators, after a sign-in of the last 5 minutes. All administrators get an e-mail. Requiring it needs a complete test, a second factor of the account holder, and for others a session of the provider.',
        tags,
        body: SsoBody,
        response: { 200: SsoAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await replaceSettings(tx, request.caller, request.body, faultOf)
        return { payload: await view(ctx, request.caller, await readSettings(tx)) }
      }),
  )

  app.delete(
    path,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deleteSso',
        summary: 'Delete the single sign-on settings',
        description:
          'With the links between people and users; the users and the domains stay. Sessions of the provider end.',
        tags,
        response: { 200: SsoAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteSettings(tx, request.caller)
        return { payload: await view(ctx, request.caller, await readSettings(tx)) }
      }),
  )

  app.post(
    `${path}/domains`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'addSsoDomain',
        summary: 'Add a domain',
        description: 'It counts once its TXT record was found.',
        tags,
        body: Type.Object(
          { domain: Type.String({ minLength: 3, maxLength: 253 }) },
          { additionalProperties: false },
        ),
        response: { 201: SsoAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await addDomain(tx, request.caller, request.body.domain)
        const location = `/api/account/sso/domains/${encodeURIComponent(request.body.domain)}`
        return { payload: await view(ctx, request.caller, await readSettings(tx)), status: 201, location }
      }),
  )

  app.post(
    `${path}/domains/:domain/check`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'checkSsoDomain',
        summary: 'Check a domain',
        description: 'Looks for the TXT record. A domain belongs to the account that has proven it first.',
        tags,
        params: DomainPath,
        response: { 200: SsoAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const proof = await readProof(ctx, request.caller, request.params.domain, resolver)
      return write(ctx, request, reply, async (tx) => {
        await settleProof(tx, request.caller, proof)
        return { payload: await view(ctx, request.caller, await readSettings(tx)) }
      })
    },
  )

  app.delete(
    `${path}/domains/:domain`,
    {
      config: { access: 'any' },
      schema: {
        operationId: 'deleteSsoDomain',
        summary: 'Delete a domain',
        description: 'Its users sign in with passwords and passkeys again.',
        tags,
        params: DomainPath,
        response: { 200: SsoAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => {
        await deleteDomain(tx, request.caller, request.params.domain)
        return { payload: await view(ctx, request.caller, await readSettings(tx)) }
      }),
  )
}

async function view(
  ctx: Pick<Context, 'sites' | 'config'>,
  { accountId, account }: Caller,
  { provider, domains }: ShownSettings,
) {
  const origin = await ctx.sites.urlOf(accountId)
  return {
    provider: provider ? providerView(provider) : null,
    domains: domains.map(({ domain, verifiedAt, checkedAt, fault, token }) => ({
      domain,
      verifiedAt: verifiedAt?.toISOString() ?? null,
      checkedAt: checkedAt?.toISOString() ?? null,
      fault,
      record: recordOf({ domain, token }),
    })),
    redirectUri: redirectUriOf(origin),
    logoutUri: logoutUriOf(origin, account),
  }
}

function providerView(provider: NonNullable<ShownSettings['provider']>): Static<typeof SsoView> {
  const { secret: _secret, version: _version, modifiedAt: _modified, ...shown } = provider
  const { testedAt, lastSuccessAt, lastFailureAt } = provider
  return {
    ...shown,
    testedAt: testedAt?.toISOString() ?? null,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: lastFailureAt?.toISOString() ?? null,
  }
}
