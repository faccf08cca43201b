/// Units as published forms of JSON write them, and how samples do; the others are written alike.
enum ForeignUnits {
  static let openMHealth = [
    "%": "percent 0-100", "C": "degC", "F": "degF", "K": "K", "beats/min": "count/min", "breaths/min": "count/min",
    "kg/m^2": "count", "kg/m2": "count", "sec": "s", "steps": "count", "h": "hr", "ug": "mcg",
  ]

  static let ucum = [
    "%": "percent 0-100", "/min": "count/min", "{beats}/min": "count/min", "{breaths}/min": "count/min",
    "1": "count", "{steps}": "count", "{flights}": "count", "{score}": "count", "Cel": "degC", "[degF]": "degF",
    "[ft_i]": "ft", "[in_i]": "in", "[lb_av]": "lb", "[mi_i]": "mi", "[oz_av]": "oz", "h": "hr", "kg/m2": "count",
    "km/h": "km/hr", "mm[Hg]": "mmHg", "ug": "mcg", "mL/kg/min": "mL/min·kg", "mL/min/kg": "mL/min·kg",
  ]
}
