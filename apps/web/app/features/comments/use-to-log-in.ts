import { useLocation, useNavigate } from 'react-router'
import { loginPathFrom } from '../../kernel/addresses.ts'
import { useVisit } from '../../kernel/visit-context.tsx'

/** Leads a visitor to log in before they write anything; false for everyone else. */
export function useToLogIn(): () => boolean {
  const { viewer } = useVisit()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    if (viewer === null) void navigate(loginPathFrom(pathname + search))
    return viewer === null
  }
}
