import { guard } from '../platform/guards/guard.server.ts'

export { GuardError as ErrorBoundary } from '../frames/guard-error.tsx'
export { GuardOutlet as default } from '../features/site/shell/guard-outlet.tsx'

export const middleware = [guard('admin')]

// Without a loader the middleware does not run on client-side navigation.
export const loader = () => null
