import { Building2 } from 'lucide-react'

export function ConnectorIcon({ icon }: { icon: string }) {
  return (
    <span className="grid size-6 flex-none place-items-center">
      {icon === '' ? (
        <Building2 className="icon" aria-hidden="true" />
      ) : (
        <img src={icon} alt="" width={22} height={22} className="rounded-sm object-contain p-0.5" />
      )}
    </span>
  )
}
