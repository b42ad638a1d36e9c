import { useLocation, useNavigate } from 'react-router'
import { loginPath, loginPathFrom } from './paths.ts'
import { useVisit } from './visit-context.tsx'

const formId = 'login-redirect'

/** Target of action buttons for visitors before hydration; render it once per page. */
export function LoginRedirectForm() {
  const { viewer } = useVisit()
  const { pathname, search } = useLocation()
  if (viewer !== null) return null
  return (
    <form id={formId} action={loginPath} hidden>
      <input type="hidden" name="redirect" value={pathname + search} />
    </form>
  )
}

/** Without scripts, action buttons lead visitors to the login page and are hidden for members. */
export function useActionButtonProps() {
  const { viewer } = useVisit()
  return viewer === null
    ? ({ type: 'submit', form: formId } as const)
    : ({ type: 'button', 'data-needs-script': '' } as const)
}

/** The returned function sends visitors to the login page and returns whether it did. */
export function useLoginRedirect(): () => boolean {
  const { viewer } = useVisit()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    if (viewer === null) void navigate(loginPathFrom(pathname + search))
    return viewer === null
  }
}
