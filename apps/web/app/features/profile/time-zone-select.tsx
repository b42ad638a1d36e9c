import { useRef } from 'react'
import type { Control } from '../../kernel/form.tsx'
import { useIsRunning } from '../../kernel/use-is-running.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Select } from '../../ui/select.tsx'
import { TextButton } from '../../ui/text-button.tsx'

type TimeZoneSelectProps = {
  control: Control
  zones: string[]
  onChoose: (zone: string) => void
}

/** Every zone there is, and a short way to the one this device is in. */
export function TimeZoneSelect({ control, zones, onChoose }: TimeZoneSelectProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const isRunning = useIsRunning()
  const box = useRef<HTMLDivElement>(null)
  const choose = () => {
    onChoose(Intl.DateTimeFormat().resolvedOptions().timeZone)
    box.current?.querySelector('select')?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div ref={box} className="grid justify-items-start gap-1">
      <Select
        {...control}
        className="w-full"
        options={[
          { value: '', label: t('interface.time_zone_default', { zone: site.timeZone }) },
          ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
      />
      {/* There from the start: what comes later must not push the button to save from under a finger. */}
      <TextButton onClick={choose} disabled={!isRunning} className="noscript:hidden">
        {t('interface.use_device_zone')}
      </TextButton>
    </div>
  )
}
