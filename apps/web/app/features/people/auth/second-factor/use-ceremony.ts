import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

/** The options come from the server, in the form of the WebAuthn standard. */
export type PasskeyRequest = { token: string; options: Record<string, unknown> }

type CeremonyKind = 'register' | 'log-in'

/** `duplicate`: the account already has this passkey. */
export type CeremonyState = 'idle' | 'waiting' | 'failed' | 'duplicate'

/** Runs the WebAuthn ceremony once for each request. Its code is loaded on demand. */
export function useCeremony<Request extends PasskeyRequest>(
  kind: CeremonyKind,
  request: Request | null,
  onResponse: (request: Request, response: string) => void,
): CeremonyState {
  const [failure, setFailure] = useState<{ request: Request; state: CeremonyState } | null>(null)
  const startedRequest = useRef<Request>(null)
  const submitResponse = useEffectEvent(onResponse)
  const { state: navigation } = useNavigation()

  useEffect(() => {
    // The request arrives before revalidation ends; submitting earlier would abort it.
    if (request === null || startedRequest.current === request || navigation !== 'idle') return
    startedRequest.current = request
    runCeremony(kind, request).then(
      (response) => submitResponse(request, JSON.stringify(response)),
      (error: unknown) => setFailure({ request, state: toState(error) }),
    )
  }, [kind, request, navigation])

  if (request === null) return 'idle'
  return failure?.request === request ? failure.state : 'waiting'
}

async function runCeremony(kind: CeremonyKind, { options }: PasskeyRequest): Promise<object> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  return kind === 'register'
    ? startRegistration({ optionsJSON: options as never })
    : startAuthentication({ optionsJSON: options as never })
}

/** A DOMException means that the user or the device declined; anything else is reported. */
function toState(error: unknown): CeremonyState {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'duplicate'
  if (!(error instanceof DOMException) && !(cause instanceof DOMException)) reportError(error)
  return 'failed'
}
