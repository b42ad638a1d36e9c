import { useLocation } from 'react-router'
import { loginPath } from './addresses.ts'
import { useVisit } from './visit-context.tsx'

const formId = 'log-in-first'

/** Where the buttons of a visitor lead before any script runs. Stands once on a page. */
export function LoginFirst() {
  const { viewer } = useVisit()
  const { pathname, search } = useLocation()
  if (viewer !== null) return null
  return (
    <form id={formId} action={loginPath} hidden>
      <input type="hidden" name="redirect" value={pathname + search} />
    </form>
  )
}

/** What a button that acts takes over: without scripts it leads visitors to log in, and is not there for members. */
export function useGate() {
  const { viewer } = useVisit()
  return viewer === null
    ? ({ type: 'submit', form: formId } as const)
    : ({ type: 'button', 'data-needs-script': '' } as const)
}
