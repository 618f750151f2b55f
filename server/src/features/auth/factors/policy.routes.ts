import { Type } from 'typebox'
import { answer, failures } from '../../../platform/http/responses.ts'
import type { Routes } from '../../../platform/http/server.ts'
import { write } from '../../../platform/http/write.ts'
import { Policy, policyOf } from './factor.schema.ts'
import { changeSignInPolicy, getSignInPolicy } from './policy.ts'

const tags = ['Account']
const PolicyAnswer = answer({
  secondFactor: Policy,
  minimum: policyOf('What the operator requires of every account.'),
})

export const signInPolicyRoutes: Routes = (app, ctx) => {
  app.get(
    '/api/account/signIn',
    {
      schema: {
        operationId: 'getSignInPolicy',
        summary: 'Get the sign-in policy',
        description: 'Who needs a second factor.',
        tags,
        response: { 200: PolicyAnswer, ...failures },
      },
    },
    ({ caller }) => getSignInPolicy(ctx, caller),
  )

  app.put(
    '/api/account/signIn',
    {
      config: { access: 'any' },
      schema: {
        operationId: 'replaceSignInPolicy',
        summary: 'Replace the sign-in policy',
        description:
          'For the account holder and administrators. Users who need a second factor and have none are signed out, and set one up when they sign in. Requires a sign-in of the last 5 minutes.',
        tags,
        body: Type.Object({ secondFactor: Policy }, { additionalProperties: false }),
        response: { 200: PolicyAnswer, ...failures },
      },
    },
    (request, reply) =>
      write(ctx, request, reply, async (tx) => ({
        payload: await changeSignInPolicy(tx, request.caller, request.body.secondFactor),
      })),
  )
}
