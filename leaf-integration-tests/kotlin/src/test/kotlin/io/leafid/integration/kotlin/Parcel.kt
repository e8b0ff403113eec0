package io.leafid.integration.kotlin

import io.leafid.data.LeafId
import org.springframework.data.annotation.Id
import org.springframework.data.relational.core.mapping.Table

@Table("parcel")
data class Parcel(@Id @LeafId val id: Long? = null, val text: String, val labels: List<Label> = listOf()) {

    @Table("parcel_label")
    data class Label(@Id @LeafId val id: Long = 0, val text: String)
}
