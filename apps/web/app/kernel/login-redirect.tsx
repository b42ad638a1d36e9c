import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'
import { loginPath, redirectParameter } from './paths.ts'
import { useVisit } from './visit-context.tsx'

const formId = 'login-redirect'

/** Target of action buttons for visitors before hydration; render it once per page. */
export function LoginRedirectForm() {
  const { viewer } = useVisit()
  const { pathname, search } = useLocation()
  if (viewer !== null) return null
  return (
    <form id={formId} action={loginPath} hidden>
      <input type="hidden" name={redirectParameter} value={pathname + search} />
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

export type LoginPrompt = {
  /** What to log in for: "Log in to vote". */
  title?: string
  /** What happens after the login. */
  description?: string
  /** Called when the visitor leaves to log in or sign up: saves the action so that the page can finish it. */
  onLeave?: () => void
}

export const LoginPromptContext = createContext<(prompt: LoginPrompt) => void>(() => {
  throw new Error('useLoginPrompt needs a LoginPromptProvider above it')
})

/** The returned function asks visitors to log in and returns whether it did. */
export function useLoginPrompt(): (prompt: LoginPrompt) => boolean {
  const { viewer } = useVisit()
  const show = useContext(LoginPromptContext)
  return (prompt) => {
    if (viewer === null) show(prompt)
    return viewer === null
  }
}
