package import HealthFormats
import HealthModel

extension LintSelection {
  /// The inputs of a project's files: a file of no known format is a finding.
  package func inputs(
    of project: Project, format: InputFormat? = nil, dialect: JSONDialect? = nil, _ readers: [InputFormat] = [],
    _ profiles: FileProfiles = FileProfiles()
  ) throws(RunFailure) -> [NamedInput] {
    let inputs = inputs(of: project, format, dialect, readers)
    guard dialect == nil else { return inputs }
    var read: [NamedInput] = []
    for (file, input) in zip(files, inputs) {
      let set = project.dataSet(of: file)
      if format == nil, set?.format == nil, set?.dialect == nil,
        let archive = try profiles.members(
          ofArchive: project.absolute(file), readers, within: project.boundary, set: set)
      {
        read += archive.inputs
        if var note = archive.note(listsAll: false) {
          note.severity = .note
          read.append(.finding(note))
        }
        continue
      }
      var input = input
      // What no content tells may be a file of a profile's name.
      if case .finding = input, format == nil, project.dataSet(of: file)?.format == nil,
        let named = profiles.input(named: project.absolute(file), within: project.boundary)
      {
        input = .found(named)
      }
      guard case .found(let found) = input else {
        read.append(input)
        continue
      }
      read.append(.found(try found.read(by: profiles, set: project.dataSet(of: file))))
    }
    return read
  }

  private func inputs(
    of project: Project, _ format: InputFormat?, _ dialect: JSONDialect?, _ readers: [InputFormat]
  ) -> [NamedInput] {
    files.map { file in
      let set = project.dataSet(of: file)
      let path = project.absolute(file)
      do throws(InputError) {
        var input = try ResolvedInput.resolve(
          path: path, format: (format ?? set?.format)?.read(by: readers), further: readers,
          layout: set?.layout ?? TableLayout(), within: project.boundary)
        try dialect?.check(input)
        input.dialect = dialect ?? (format == nil ? set?.dialect.flatMap(JSONDialect.init(named:)) : nil)
        return .found(input)
      } catch {
        let reason: String
        switch error {
        case .unknownFormat(_, let words), .ambiguous(_, let words): reason = words
        default: return .unreadable(RunFailure(error), path: path)
        }
        return .finding(
          Diagnostic(
            code: .formatUnknown, message: TextEscaping.escaped(reason), location: SourceLocation(path: path),
            hint: "name its format in assay.yaml, or exclude it"))
      }
    }
  }
}
