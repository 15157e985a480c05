package import HTTPTypes
import InternetAddresses
import Secrets
package import WebClient

/// The collector that receives the traces of the server, by OTLP over HTTP. Its description is redacted, because header fields contain
/// credentials.
package struct TracingConfiguration: Sendable, Redacted {
    /// The address that receives traces: the one of the collector with `/v1/traces`.
    package var url: WebURL
    /// The name of the service in the exported traces.
    package var serviceName = Self.defaultServiceName
    /// The additional header fields of each request.
    package var headers: HTTPFields = [:]

    /// - Parameter endpoint: the address of the collector, https or on this machine, without a query.
    /// - Throws: `WebURLError` if the address is too long.
    package init(endpoint: WebURL) throws(WebURLError) {
        let base = endpoint.description
        url = try WebURL(base + (base.hasSuffix("/") ? "" : "/") + "v1/traces")
    }

    static var defaultServiceName: String { "latchkey" }
}

extension TracingConfiguration {
    /// Returns nil without an endpoint. The other settings are still validated, and then have no effect.
    init?(reading reader: inout SettingsReader) {
        let endpoint = reader.value(Settings.tracingEndpoint)
        let serviceName = reader.value(Settings.tracingServiceName)
        let headers = reader.value(Settings.tracingHeaders)
        guard let endpoint else { return nil }
        guard !endpoint.target.contains("?"), let configuration = try? Self(endpoint: endpoint) else {
            reader.report(
                Settings.tracingEndpoint.key, "the address has a query or is too long",
                "set the address of the collector, to which the server appends /v1/traces")
            return nil
        }
        self = configuration
        self.serviceName = serviceName
        self.headers = HTTPFields(headers)
    }
}

extension ValueKind<HTTPField> {
    /// A header field of requests to a collector, as in `OTEL_EXPORTER_OTLP_HEADERS` (OpenTelemetry Protocol Exporter, "Specifying headers
    /// via environment variables"). A rejected text is not quoted, and a field is never written.
    fileprivate static var exportHeader: ValueKind {
        ValueKind("header field", allowed: "name=value, with the value percent-encoded") { text throws(ValueRejection) in
            guard let equals = text.firstIndex(of: "="), let name = HTTPField.Name(String(text[..<equals])),
                let value = try? PercentEncoding.text(text[text.index(after: equals)...].utf8, at: 0, plusIsSpace: false),
                !value.isEmpty, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { throw ValueRejection("the value is not a name, an equals sign and a percent-encoded text") }
            return HTTPField(name: name, value: value)
        } write: { _ in
            "(set)"
        }
    }
}

// Tracing.
extension Settings {
    static let tracingEndpoint = Setting(
        optional: "tracing.endpoint", .webhookURL, shown: "(off)",
        "collector of OpenTelemetry that receives the traces of requests at /v1/traces (OTLP over HTTP)")
    static let tracingServiceName = Setting(
        "tracing.serviceName", .line(upTo: 100), default: TracingConfiguration.defaultServiceName,
        "name of the service in the exported traces")
    static let tracingHeaders = Setting(
        list: "tracing.headers", ValueKind<HTTPField>.exportHeader, of: "list of header fields", secret: true,
        "header fields of the requests to the collector, such as its credentials")

    /// The keys in the order of the documentation.
    static let tracing = [tracingEndpoint.key, tracingServiceName.key, tracingHeaders.key]

    /// The variables of OpenTelemetry that set a key too. The project's own variable precedes them.
    static let standardVariables = [
        tracingEndpoint.key.name: "OTEL_EXPORTER_OTLP_ENDPOINT", tracingServiceName.key.name: "OTEL_SERVICE_NAME",
        tracingHeaders.key.name: "OTEL_EXPORTER_OTLP_HEADERS",
    ]
}
