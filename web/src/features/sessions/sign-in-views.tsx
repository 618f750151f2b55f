import { getRouteApi, useLocation } from '@tanstack/react-router'
import { SignInPage } from './sign-in-page.tsx'

const route = getRouteApi('/sign-in')

export function SignInView() {
  return <SignInPage next={route.useSearch().next} />
}

export function EnrolView() {
  return <SignInPage next={undefined} enrolmentLink={useLocation().hash} />
}
