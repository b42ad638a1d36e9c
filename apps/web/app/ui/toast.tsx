import { CircleCheck, CircleX, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'

export type ToastMessage = {
  text: string
  tone?: 'plain' | 'ok' | 'bad'
  /** For example "Undo". */
  action?: { label: string; onSelect: () => void }
}

type VisibleToast = ToastMessage & { id: number; open: boolean }

const DURATION_MS = 5000
const MAX_VISIBLE = 3

const ToastContext = createContext<(message: ToastMessage) => void>(() => {
  throw new Error('useToast needs a ToastProvider above it')
})

/** Toasts close after five seconds; the timer pauses on hover, focus and when the tab is hidden. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext)
}

type ToastProviderProps = { label: string; closeLabel: string; children: ReactNode }

export function ToastProvider({ label, closeLabel, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<VisibleToast[]>([])
  const show = useCallback((message: ToastMessage) => {
    setToasts((all) => [
      ...all.slice(-(MAX_VISIBLE - 1)),
      { ...message, id: (all.at(-1)?.id ?? 0) + 1, open: true },
    ])
  }, [])
  const close = (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id))
  return (
    <ToastContext value={show}>
      {children}
      {toasts.length > 0 && (
        <Radix.Provider label={label} duration={DURATION_MS}>
          {toasts.map((toast) => (
            <ToastBar
              key={toast.id}
              toast={toast}
              closeLabel={closeLabel}
              onClose={() => close(toast.id)}
            />
          ))}
          <Radix.Viewport
            label={label}
            className="fixed inset-x-0 bottom-0 z-toast m-auto flex w-full max-w-[26rem] flex-col gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none md:end-4 md:me-0"
          />
        </Radix.Provider>
      )}
    </ToastContext>
  )
}

type ToastBarProps = { toast: VisibleToast; closeLabel: string; onClose: () => void }

function ToastBar({ toast, closeLabel, onClose }: ToastBarProps) {
  const { tone = 'plain', action } = toast
  return (
    <Radix.Root
      type={tone === 'bad' ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && onClose()}
      className="toast flex animate-rise items-center gap-2.5 rounded-lg bg-ink py-2 ps-4 pe-2 text-md text-paper shadow-bar"
    >
      {tone === 'ok' && <CircleCheck className="icon text-lg" aria-hidden="true" />}
      {tone === 'bad' && <CircleX className="icon text-lg text-bad-inverse" aria-hidden="true" />}
      <Radix.Description className="flex-1 py-1 leading-ui">{toast.text}</Radix.Description>
      {action && (
        <Radix.Action asChild altText={action.label}>
          <button
            type="button"
            onClick={action.onSelect}
            className="min-h-[max(2rem,var(--target))] rounded-md px-2.5 font-semibold underline underline-offset-[0.2em] hover:bg-inverse-hover focus-visible:outline-paper"
          >
            {action.label}
          </button>
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={closeLabel}
        className="grid size-[max(2rem,var(--target))] flex-none place-items-center rounded-md hover:bg-inverse-hover focus-visible:outline-paper"
      >
        <X className="icon" aria-hidden="true" />
      </Radix.Close>
    </Radix.Root>
  )
}
