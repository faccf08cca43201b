import HealthModel

/// Correlations that cannot be stored: nothing of them is, and every sample of them says why.
enum GroupConflictCases {
  /// `twin` is `low.2`; `edited` has the id of `stored`, other content, and `low`'s diastolic pressure.
  private static let member = #"""
    twin {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    stored {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressureSystolic","value":110,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    edited {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    low {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":99,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    """#

  /// The correlations `first` and `second` have one id and share no sample, `third` shares one with `first`.
  private static let head = #"""
    first {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    second {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":121,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":81,"unit":"mmHg"}]}
    third {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":82,"unit":"mmHg"}]}
    high {"type":"bloodPressureSystolic","value":121,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("a conflict of one member refuses the whole correlation", .write) { bench in
      let store = try await bench.open(try bench.samples(member))
      try await store.append("stored edited", gives: "+ !!!")
      try await store.commit()
      // The diastolic pressure was not stored with the correlation; once it is, the correlation reports it.
      try await store.append("edited twin edited", gives: "!!! + !!=")
      try await store.commit()
      try await store.append("edited stored", gives: "!!= =")
      try await store.commit()
      try await store.expectAll("twin stored")
      try await store.expectCounts("bloodPressureDiastolic 1, bloodPressureSystolic 1")
    },
    ConformanceCase("a member that a refused correlation shares stays free for others", .write) { bench in
      let store = try await bench.open(try bench.samples(member))
      try await store.append("stored edited low", gives: "+ !!! +++")
      try await store.append("edited low", gives: "!!= ===")
      try await store.commit()
      try await store.expectTexts("low stored")
    },
    ConformanceCase("a correlation that comes first makes a later sample the conflict", .write) { bench in
      let store = try await bench.open(try bench.samples(member))
      try await store.append("edited stored", gives: "+++ !")
      try await store.commit()
      try await store.append("stored edited", gives: "! ===")
      try await store.commit()
      try await store.expectTexts("edited")
    },
    ConformanceCase("a conflict of the correlation itself refuses its members", .write) { bench in
      let store = try await bench.open(try bench.samples(head))
      try await store.append("first second third", gives: "+++ !!! !=!")
      try await store.commit()
      try await store.append("third high second", gives: "!=! + !=!")
      try await store.commit()
      try await store.expectTexts("first high")
      try await store.expectCounts("bloodPressure 1, bloodPressureDiastolic 1, bloodPressureSystolic 2")
    },
    ConformanceCase("an edited member under an unchanged correlation is the one conflict", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000002","type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
          h {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000002","type":"bloodPressureDiastolic","value":81,"unit":"mmHg"}]}
          """#))
      try await store.append("g h", gives: "+++ ==!")
      try await store.commit()
      try await store.append("h g", gives: "==! ===")
      try await store.commit()
      try await store.expectTexts("g")
    },
    ConformanceCase("two contents of one id within a correlation refuse it", .write) { bench in
      let store = try await bench.open(
        try bench.samples(
          #"""
          g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-8C57-9C55-000000000001","type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"uuid":"6B9A4D10-5E0F-8C57-9C55-000000000001","type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
          high {"uuid":"6B9A4D10-5E0F-8C57-9C55-000000000001","type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
          """#))
      try await store.append("g high g", gives: "!!! + !=!")
      try await store.commit()
      try await store.append("g high", gives: "!=! =")
      try await store.commit()
      try await store.expectTexts("high")
    },
    ConformanceCase("nothing is left of a correlation that was refused and one that was rolled back", .write) { bench in
      let store = try await bench.open(try bench.samples(member))
      try await store.append("low", gives: "+++")
      await store.rollback()
      try await store.append("stored edited", gives: "+ !!!")
      try await store.commit()
      try await store.append("twin low", gives: "+ ++=")
      try await store.commit()
      try await store.expectTexts("low stored")
    },
    ConformanceCase("a conflict of the last of 200 members refuses all of them", .write) { bench in
      let id = "6B9A4D10-5E0F-4C57-9C55-000000000001"
      let members = (0..<200).map { number in
        "{\(number == 199 ? "\"uuid\":\"\(id)\"," : "")\"type\":\"dietaryWater\",\"value\":\(number),\"unit\":\"mL\"}"
      }
      let store = try await bench.open(
        try bench.samples(
          """
          stored {"uuid":"\(id)","type":"dietaryWater","value":500,"unit":"mL","start":"2026-01-01T08:00:00Z"}
          meal {"type":"food","start":"2026-01-01T12:00:00Z","members":[\(members.joined(separator: ","))]}
          zero {"type":"dietaryWater","value":0,"unit":"mL","start":"2026-01-01T12:00:00Z"}
          """))
      let refused = String(repeating: "!", count: 201)
      try await store.append("stored meal", gives: "+ \(refused)")
      try await store.append("zero", gives: "+")
      try await store.append("meal", gives: "!=\(String(repeating: "!", count: 199))")
      try await store.commit()
      try await store.expectTexts("stored zero")
      try await store.expectCounts("dietaryWater 2")
    },
  ]
}
