import type { ActionRecord } from '@stoa/contract/features/captcha'
import { Check } from 'lucide-react'
import { lazy, type Ref, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FormProblem } from '../../../kernel/rejections.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CaptchaImage } from './captcha-image.tsx'
import { useSolution } from './use-solution.ts'

const CaptchaFrame = lazy(async () => ({
  default: (await import('./captcha-frame.tsx')).CaptchaFrame,
}))

/** The action data of a rejected form; with a captcha if the next attempt must solve one. */
type RejectedWithCaptcha =
  | { problem: FormProblem; captcha?: ActionRecord | null | undefined }
  | undefined

/** Automatic resubmissions in a row before the user has to submit the form. */
const maxResubmits = 3

/**
 * The captcha of a form. A hydrated page solves it in the background, or shows that of a plugin, and resubmits the form; without
 * JavaScript there is an image and a text field.
 */
export function CaptchaField({ rejected }: { rejected: RejectedWithCaptcha }) {
  const captcha = rejected?.captcha ?? null
  const { way, code, frame } = useWay(captcha)
  const isSolved = typeof code === 'string'
  const { ref, isResubmitting } = useResubmit(rejected, isSolved || captcha === null)
  const hasStatus = way === 'background' || (way === 'frame' && isSolved)
  return (
    <>
      <Status isShown={hasStatus} isSolved={isSolved} isSending={isResubmitting} />
      {captcha !== null && (
        <Visible
          captcha={captcha}
          way={way}
          frame={frame}
          error={rejected?.problem.fields['captcha_code']}
        />
      )}
      <SolutionInputs ref={ref} id={captcha?.captcha_id} code={code} />
    </>
  )
}

type Way = 'background' | 'frame' | 'image'
type VisibleProps = {
  captcha: ActionRecord
  way: Way | null
  frame: ReturnType<typeof useFrameSolution>
  error: string | undefined
}

/** What the user has to do. */
function Visible({ captcha, way, frame, error }: VisibleProps) {
  if (way === 'image') return <CaptchaImage captcha={captcha} error={error} />
  if (way !== 'frame') return null
  return (
    <div className="grid gap-2">
      {error !== undefined && frame.code === null && <FieldError>{error}</FieldError>}
      <Suspense>
        <CaptchaFrame
          key={captcha.captcha_id}
          captcha={captcha}
          onCode={frame.setCode}
          onImage={frame.close}
        />
      </Suspense>
    </div>
  )
}

/** How the captcha is solved, and its code. The image is for browsers without scripts, and for those in which nothing else works. */
function useWay(captcha: ActionRecord | null) {
  const isHydrated = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  const background = useSolution(isHydrated && captcha !== null ? captcha.challenge : null)
  const frame = useFrameSolution(captcha)
  const isFrame = isHydrated && frame.isOpen
  return {
    way: captcha === null ? null : chooseWay(captcha, { isHydrated, isFrame, background }),
    code: isFrame ? frame.code : background,
    frame,
  }
}

type Facts = { isHydrated: boolean; isFrame: boolean; background: string | null | undefined }

function chooseWay({ plugin }: ActionRecord, { isHydrated, isFrame, background }: Facts): Way {
  if (isFrame) return 'frame'
  return isHydrated && plugin === '' && background !== null ? 'background' : 'image'
}

/** Of the captcha of a plugin, until the user wants the image instead. */
function useFrameSolution(captcha: ActionRecord | null) {
  const [state, setState] = useState({ captcha, code: null as string | null, isClosed: false })
  const current = state.captcha === captcha ? state : { captcha, code: null, isClosed: false }
  return {
    isOpen: captcha !== null && captcha.plugin !== '' && !current.isClosed,
    code: current.code,
    setCode: (code: string | null) => setState({ ...current, code }),
    close: () => setState({ captcha, code: null, isClosed: true }),
  }
}

type SolutionInputsProps = {
  ref: Ref<HTMLInputElement>
  id: string | undefined
  code: string | null | undefined
}

function SolutionInputs({ ref, id, code }: SolutionInputsProps) {
  return (
    <>
      <input ref={ref} type="hidden" name="captcha_id" value={id ?? ''} />
      {code && <input type="hidden" name="captcha_code" value={code} />}
    </>
  )
}

/** Resubmits the form once the captcha that it lacked is solved. */
function useResubmit(rejected: RejectedWithCaptcha, isReady: boolean) {
  const ref = useRef<HTMLInputElement>(null)
  const count = useRef(0)
  const isCaptchaMissing = rejected !== undefined && 'captcha_code' in rejected.problem.fields
  // A server-rendered form has lost its passwords, so only the user can submit it again.
  const [first] = useState(rejected)
  const isResubmitting = isCaptchaMissing && rejected !== first

  useEffect(() => {
    if (!isCaptchaMissing) count.current = 0
    if (!isResubmitting || !isReady || count.current >= maxResubmits) return
    count.current += 1
    ref.current?.form?.requestSubmit()
  }, [rejected, isCaptchaMissing, isResubmitting, isReady])

  return { ref, isResubmitting }
}

const subscribe = () => () => {}
const getSnapshot = () => true
const getServerSnapshot = () => false

type StatusProps = { isShown: boolean; isSolved: boolean; isSending: boolean }

/** Always rendered, so that screen readers announce changes. */
function Status({ isShown, isSolved, isSending }: StatusProps) {
  const t = useTranslate()
  const solved = isSending ? t('captcha.sending') : t('captcha.solved')
  return (
    <p role="status" className={isShown ? 'flex items-start gap-2 text-md text-ink-2' : 'sr-only'}>
      {isShown && (
        <>
          <span className="mt-[0.15em] text-lg text-accent-ink">
            {isSolved ? <Check className="icon" aria-hidden="true" /> : <Spinner />}
          </span>
          {isSolved ? solved : t('captcha.solving')}
        </>
      )}
    </p>
  )
}
