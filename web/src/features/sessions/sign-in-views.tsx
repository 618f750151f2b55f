import { getRouteApi, useLocation } from '@tanstack/react-router'
import { SignInPage } from './sign-in-page.tsx'

const route = getRouteApi('/sign-in')

export function SignInView() {
  const { next, sso } = route.useSearch()
  return <SignInPage next={next} ssoRefusal={sso} />
}

export function EnrolView() {
  return <SignInPage next={undefined} enrolmentLink={useLocation().hash} />
}
