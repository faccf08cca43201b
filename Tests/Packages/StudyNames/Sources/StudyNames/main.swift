import HealthModel
import HealthTypeNames

func line<Value: CategoryValue>(_ type: CategoryType<Value>, _ value: Value) -> String {
  "\(type): \(value.name)"
}

func name(_ type: some SampleType) -> String { type.name }

print(line(.orgExampleMood, .calm))
print(line(.orgExampleCramp, .moderate), SeverityValue.moderate.number ?? 0)
print(line(.sleepAnalysis, .asleepREM))
print(name(.orgExampleGrip), name(.stepCount), QuantityType.orgExampleGrip == QuantityType("org.example.grip"))
print(MetadataKey.orgExampleSession, MetadataKey.timeZone)
