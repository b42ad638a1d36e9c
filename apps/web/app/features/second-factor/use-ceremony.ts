import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

/** What the server asks a passkey; the standard sets the form of the options. */
export type Asked = { token: string; options: Record<string, unknown> }

type Kind = 'register' | 'log-in'

/** `known` is a passkey that the account has already. */
export type CeremonyState = 'idle' | 'waiting' | 'refused' | 'known'

/**
 * Lets a passkey answer what the server asked, once for each question, and hands the answer on. The code for it
 * is loaded only then.
 */
export function useCeremony<Question extends Asked>(
  kind: Kind,
  asked: Question | null,
  send: (question: Question, response: string) => void,
): CeremonyState {
  const [outcome, setOutcome] = useState<{ of: Question; is: CeremonyState } | null>(null)
  const begun = useRef<Question>(null)
  const deliver = useEffectEvent(send)
  const { state: navigation } = useNavigation()

  useEffect(() => {
    // The question is here before the page around it has been read again; an answer that came sooner would cut that off.
    if (asked === null || begun.current === asked || navigation !== 'idle') return
    begun.current = asked
    answer(kind, asked).then(
      (response) => deliver(asked, JSON.stringify(response)),
      (error: unknown) => setOutcome({ of: asked, is: toState(error) }),
    )
  }, [kind, asked, navigation])

  if (asked === null) return 'idle'
  return outcome?.of === asked ? outcome.is : 'waiting'
}

async function answer(kind: Kind, { options }: Asked): Promise<object> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  return kind === 'register'
    ? startRegistration({ optionsJSON: options as never })
    : startAuthentication({ optionsJSON: options as never })
}

/** A person who said no, or a device that could not, is nothing to report; anything else is. */
function toState(error: unknown): CeremonyState {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  if (!(error instanceof DOMException) && !(cause instanceof DOMException)) reportError(error)
  return 'refused'
}
