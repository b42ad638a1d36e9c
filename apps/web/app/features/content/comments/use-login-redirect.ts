import { useLocation, useNavigate } from 'react-router'
import { loginPathFrom } from '../../../kernel/paths.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'

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
