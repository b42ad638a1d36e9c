import { guard } from '../kernel/guard.server.ts'

export {
  GuardError as ErrorBoundary,
  GuardOutlet as default,
} from '../features/site/guard-outlet.tsx'

export const middleware = [guard('install')]

// A guard without a loader would not be asked when someone only changes pages.
export const loader = () => null
