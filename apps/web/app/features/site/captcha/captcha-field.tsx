import type { ActionRecord } from '@stoa/contract/features/captcha'
import { Check } from 'lucide-react'
import { type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FormProblem } from '../../../kernel/rejections.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useSolution } from './use-solution.ts'

/** The action data of a rejected form; with a captcha if the next attempt must solve one. */
type RejectedWithCaptcha = { problem: FormProblem; captcha?: ActionRecord | null } | undefined

/** Automatic resubmissions in a row before the user has to submit the form. */
const maxResubmits = 3

/**
 * The captcha of a form. A hydrated page solves it in the background and resubmits the form; without JavaScript there
 * is an image and a text field.
 */
export function CaptchaField({ rejected }: { rejected: RejectedWithCaptcha }) {
  const isHydrated = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  const captcha = rejected?.captcha ?? null
  const code = useSolution(isHydrated && captcha !== null ? captcha.challenge : null)
  const isSolved = typeof code === 'string'
  const { ref, isResubmitting } = useResubmit(rejected, isSolved || captcha === null)
  const imageCaptcha = isHydrated && code !== null ? null : captcha
  return (
    <>
      <Status isShown={captcha !== imageCaptcha} isSolved={isSolved} isSending={isResubmitting} />
      {imageCaptcha && (
        <CaptchaImage captcha={imageCaptcha} error={rejected?.problem.fields['captcha_code']} />
      )}
      <SolutionInputs ref={ref} id={captcha?.captcha_id} code={code} />
    </>
  )
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

function CaptchaImage({ captcha, error }: { captcha: ActionRecord; error: string | undefined }) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <img
        src={captcha.captcha_img}
        alt={t('captcha.image')}
        width={240}
        height={80}
        className="rounded-sm border border-line-strong"
      />
      <Field
        label={t('captcha.characters')}
        hint={t('captcha.characters_hint')}
        error={error}
        id="captcha_code"
        required
      >
        <TextInput
          name="captcha_code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
    </div>
  )
}
